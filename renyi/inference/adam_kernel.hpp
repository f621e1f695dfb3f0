// The arithmetic of a step of Adam over arrays, vectorised. Corrections and rates are adam.hpp's.
#pragma once

#include "renyi/core/matrix.hpp"

namespace renyi::kernels {

// size numbers each; `to` may be `gradient` or `from`, else all are different arrays.
template <class T>
struct AdamArrays {
  const T* gradient = nullptr;
  T* first = nullptr;
  T* second = nullptr;
  const T* from = nullptr;
  T* to = nullptr;
  Index size = 0;
  const T* more = nullptr;  // of the gradient, to be added to it; or null
};
struct AdamFactors {
  double beta1, beta2;
  double step;    // the rate, over what corrects the first moment
  double unbias;  // 1 over what corrects the second
  double epsilon;
};
// What has been met on the way, so that nobody needs to look at the arrays again.
struct AdamOutcome {
  bool finite_squares = true;     // of the gradient, as the second moments have them
  bool finite_parameters = true;  // as they went to `to`
};

// first = beta1 first + (1 - beta1) gradient, second likewise with squares, and
// to = from + step first / (sqrt(unbias second) + epsilon): the same bits on every machine. In the
// arrays' precision, to which the factors (and 1 - beta) are rounded.
AdamOutcome adam(const AdamFactors& factors, const AdamArrays<float>& arrays);
AdamOutcome adam(const AdamFactors& factors, const AdamArrays<double>& arrays);

}  // namespace renyi::kernels
