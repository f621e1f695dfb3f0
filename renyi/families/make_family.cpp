#include "renyi/families/make_family.hpp"

#include <algorithm>

#include "renyi/families/full_rank_family.hpp"
#include "renyi/families/low_rank_family.hpp"
#include "renyi/families/mean_field_family.hpp"

namespace renyi {

std::unique_ptr<Family> make_family(FamilyKind kind, Index dimension, Index rank) {
  switch (kind) {
    case FamilyKind::mean_field:
      return std::make_unique<MeanFieldFamily>(dimension);
    case FamilyKind::full_rank:
      return std::make_unique<FullRankFamily>(dimension);
    case FamilyKind::low_rank:
      break;
  }
  return std::make_unique<LowRankFamily>(dimension, std::min(rank, dimension));
}

}  // namespace renyi
