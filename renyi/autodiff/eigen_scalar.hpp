// Matrices of variables: what Eigen must know of the scalar for its products and decompositions.
#pragma once

#include <Eigen/Core>

#include "renyi/autodiff/functions.hpp"

namespace renyi::autodiff {

inline const Variable& conj(const Variable& x) { return x; }
inline const Variable& real(const Variable& x) { return x; }
inline Variable imag(const Variable&) { return 0.0; }
inline Variable abs2(const Variable& x) { return x * x; }

}  // namespace renyi::autodiff

namespace Eigen {

template <>
struct NumTraits<renyi::Variable> : NumTraits<double> {
  using Real = renyi::Variable;
  using NonInteger = renyi::Variable;
  using Nested = renyi::Variable;
  using Literal = double;
  enum {  // NOLINTBEGIN(readability-identifier-naming): Eigen's names
    IsComplex = 0,
    IsInteger = 0,
    IsSigned = 1,
    RequireInitialization = 1,
    ReadCost = 3,
    AddCost = 4,
    MulCost = 4
  };  // NOLINTEND(readability-identifier-naming)
};

template <class Operation>
struct ScalarBinaryOpTraits<renyi::Variable, double, Operation> {
  using ReturnType = renyi::Variable;
};
template <class Operation>
struct ScalarBinaryOpTraits<double, renyi::Variable, Operation> {
  using ReturnType = renyi::Variable;
};

}  // namespace Eigen
