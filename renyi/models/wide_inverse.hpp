// The inverse of a positive definite matrix of doubles in wider numbers, to their last digit if so
// wanted. What is done with it is left to the models.
#pragma once

#include "renyi/bound/divergence/covariance_factor.hpp"
#include "renyi/core/matrix.hpp"

namespace renyi {

// `precise` spends d^3 compensated multiply-adds on digits that the condition number would take.
// Throws NumericalError when the matrix is not positive definite in Wide.
divergence::WideMatrix wide_inverse(const Matrix& matrix, bool precise);

}  // namespace renyi
