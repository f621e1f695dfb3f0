#include "renyi/inference/bnn_task.hpp"

#include "renyi/core/error.hpp"

namespace renyi {

BnnTask bnn_task(const TableEncoding& encoding, bool varying_noise) {
  if (!encoding.has_classes())
    return varying_noise ? BnnTask{Likelihood::gaussian_two_heads, 2}
                         : BnnTask{Likelihood::gaussian, 1};
  if (varying_noise) throw UsageError("noise: expected a target of numbers, found classes");
  const Index classes = std::ssize(encoding.classes());
  return classes == 2 ? BnnTask{Likelihood::bernoulli, 1}
                      : BnnTask{Likelihood::categorical, classes};
}

}  // namespace renyi
