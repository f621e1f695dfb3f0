// The four collections of images that the paper fits auto-encoders to, by name.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "renyi/core/named_enum.hpp"
#include "renyi/inference/fit_vae.hpp"

namespace renyi {

enum class VaeBenchmark : std::uint8_t { frey, caltech, mnist, omniglot };

template <>
struct EnumNames<VaeBenchmark> {
  static constexpr std::string_view what = "dataset";
  static constexpr std::array<std::string_view, 4> names = {"frey", "caltech", "mnist", "omniglot"};
};

// The preset of the same name.
inline VaePreset preset_of(VaeBenchmark benchmark) {
  return parse_enum<VaePreset>(to_string(benchmark));
}

}  // namespace renyi
