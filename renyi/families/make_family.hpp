// The families by name.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string_view>

#include "renyi/core/named_enum.hpp"
#include "renyi/families/family.hpp"

namespace renyi {

enum class FamilyKind : std::uint8_t { mean_field, full_rank, low_rank };

template <>
struct EnumNames<FamilyKind> {
  static constexpr std::string_view what = "family";
  static constexpr std::array<std::string_view, 3> names = {"mean-field", "full-rank", "low-rank"};
};

// The rank is the low-rank family's, and no more than the dimension.
std::unique_ptr<Family> make_family(FamilyKind kind, Index dimension, Index rank);

}  // namespace renyi
