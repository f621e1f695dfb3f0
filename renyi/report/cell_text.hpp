// What a cell looks like as text: on the screen with six digits, in CSV with all of them.
#pragma once

#include <cstdint>
#include <string>

#include "renyi/report/report.hpp"

namespace renyi {

enum class Digits : std::uint8_t { six, all };

// "inf", "-inf" and "NaN" where the number is not finite; zero has no sign.
std::string number_text(double value, Digits digits);
std::string cell_text(const Cell& cell, Digits digits);
std::string option_text(const OptionValue& value);

}  // namespace renyi
