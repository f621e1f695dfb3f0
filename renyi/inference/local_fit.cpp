#include "renyi/inference/local_fit.hpp"

#include <algorithm>

namespace renyi {

double moment_change(const ConstVectorRef& old_mean, const ConstVectorRef& old_sd,
                     const ConstVectorRef& mean, const ConstVectorRef& sd) {
  const double of_means = ((mean - old_mean).array() / sd.array()).abs().maxCoeff();
  const double of_sds = (sd.array() / old_sd.array()).log().abs().maxCoeff();
  return std::max(of_means, of_sds);
}

}  // namespace renyi
