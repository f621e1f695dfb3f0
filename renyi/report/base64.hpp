// Bytes as text of 64 letters (RFC 4648), for images within JSON.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace renyi {

std::string base64(std::string_view bytes);
// None where the text is not what base64() writes: other letters, wrong padding, stray bits.
std::optional<std::string> from_base64(std::string_view text);

}  // namespace renyi
