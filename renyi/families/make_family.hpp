// The families by name.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string_view>

#include "renyi/core/named_enum.hpp"
#include "renyi/families/family.hpp"

namespace renyi {

enum class FamilyKind : std::uint8_t { mean_field, full_rank, low_rank, mixture, flow };

template <>
struct EnumNames<FamilyKind> {
  static constexpr std::string_view what = "family";
  static constexpr std::array<std::string_view, 5> names = {"mean-field", "full-rank", "low-rank",
                                                            "mixture", "flow"};
};

// What only one of the families looks at.
struct FamilySizes {
  std::int64_t rank = 5;        // of the low-rank family, and no more than the dimension
  std::int64_t components = 3;  // of the mixture
  std::int64_t layers = 4;      // of the flow

  void validate() const;  // UsageError
};

std::unique_ptr<Family> make_family(FamilyKind kind, Index dimension,
                                    const FamilySizes& sizes = {});

}  // namespace renyi
