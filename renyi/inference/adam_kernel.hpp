// The arithmetic of a step of Adam over arrays, vectorised. Corrections and rates are adam.hpp's.
#pragma once

#include "renyi/core/matrix.hpp"

namespace renyi::kernels {

// size numbers each; from and to may be the same array, and are no other.
struct AdamArrays {
  const double* gradient;
  double* first;
  double* second;
  const double* from;
  double* to;
  Index size;
};
struct AdamFactors {
  double beta1, beta2;
  double step;    // the rate, over what corrects the first moment
  double unbias;  // 1 over what corrects the second
  double epsilon;
};

// first = beta1 first + (1 - beta1) gradient, second likewise with squares, and
// to = from + step first / (sqrt(unbias second) + epsilon): the same bits on every machine.
void adam(const AdamFactors& factors, const AdamArrays& arrays);

}  // namespace renyi::kernels
