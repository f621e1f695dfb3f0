// What functions.hpp and its like take: a number with derivatives, of either kind. It has a
// value(), mixes with plain numbers in arithmetic, and of_one() and of_two() make functions of it.
#pragma once

#include <concepts>

#include "renyi/autodiff/dual.hpp"
#include "renyi/autodiff/variable.hpp"

namespace renyi::autodiff {

template <class T>
inline constexpr bool is_dual = false;
template <int Size>
inline constexpr bool is_dual<Dual<Size>> = true;

template <class T>
concept Differentiated = std::same_as<T, Variable> || is_dual<T>;

}  // namespace renyi::autodiff
