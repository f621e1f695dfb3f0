#include "renyi/families/make_family.hpp"

#include <algorithm>

#include "renyi/core/error.hpp"
#include "renyi/families/flow_family.hpp"
#include "renyi/families/full_rank_family.hpp"
#include "renyi/families/low_rank_family.hpp"
#include "renyi/families/mean_field_family.hpp"
#include "renyi/families/mixture_family.hpp"

namespace renyi {

void FamilySizes::validate() const {
  const auto at_least = [](const char* field, std::int64_t least, std::int64_t found) {
    if (found < least)
      throw UsageError(std::string(field) + ": expected " + std::to_string(least) +
                       " or more, found " + std::to_string(found));
  };
  at_least("rank", 1, rank);
  at_least("components", 1, components);
  at_least("layers", 2, layers);
}

std::unique_ptr<Family> make_family(FamilyKind kind, Index dimension, const FamilySizes& sizes) {
  switch (kind) {
    case FamilyKind::mean_field:
      return std::make_unique<MeanFieldFamily>(dimension);
    case FamilyKind::full_rank:
      return std::make_unique<FullRankFamily>(dimension);
    case FamilyKind::low_rank:
      return std::make_unique<LowRankFamily>(dimension, std::min(sizes.rank, dimension));
    case FamilyKind::mixture:
      return std::make_unique<MixtureFamily>(dimension, sizes.components);
    case FamilyKind::flow:
      break;
  }
  return std::make_unique<FlowFamily>(dimension, sizes.layers);
}

}  // namespace renyi
