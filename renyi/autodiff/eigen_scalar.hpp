// Matrices of differentiated numbers: what Eigen must know of the scalar for its products and
// decompositions.
#pragma once

#include <Eigen/Core>

#include "renyi/autodiff/functions.hpp"

namespace renyi::autodiff {

template <Differentiated T>
const T& conj(const T& x) {
  return x;
}
template <Differentiated T>
const T& real(const T& x) {
  return x;
}
template <Differentiated T>
T imag(const T&) {
  return 0.0;
}
template <Differentiated T>
T abs2(const T& x) {
  return x * x;
}

template <class T>
struct EigenTraits : Eigen::NumTraits<double> {
  using Real = T;
  using NonInteger = T;
  using Nested = T;
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

}  // namespace renyi::autodiff

namespace Eigen {

template <>
struct NumTraits<renyi::Variable> : renyi::autodiff::EigenTraits<renyi::Variable> {};
template <int Size>
struct NumTraits<renyi::autodiff::Dual<Size>>
    : renyi::autodiff::EigenTraits<renyi::autodiff::Dual<Size>> {};

template <renyi::autodiff::Differentiated T, class Operation>
struct ScalarBinaryOpTraits<T, double, Operation> {
  using ReturnType = T;
};
template <renyi::autodiff::Differentiated T, class Operation>
struct ScalarBinaryOpTraits<double, T, Operation> {
  using ReturnType = T;
};

}  // namespace Eigen
