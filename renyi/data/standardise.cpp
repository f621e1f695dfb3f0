#include "renyi/data/standardise.hpp"

namespace renyi {

Moments moments_of(const ConstVectorRef& column) {
  MomentPasses passes;
  while (!passes.is_done()) {
    for (const double value : column) passes.add(value);
    passes.end_pass();
  }
  return passes.moments();
}

Vector standardised(const ConstVectorRef& column, const Moments& moments) {
  return (0.5 * column.array() - 0.5 * moments.mean) / (0.5 * moments.scale);
}

}  // namespace renyi
