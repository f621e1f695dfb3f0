// The value and gradient of a function of few arguments by dual numbers, with which the function is
// compiled for processors with AVX2: there four slopes are one register.
#pragma once

#include <concepts>
#include <cstddef>
#include <memory>
#include <span>

#include "renyi/autodiff/dual.hpp"

// All that such a function calls becomes part of it, or it would be compiled for any processor.
#if defined(__x86_64__) && !defined(__AVX2__)
#define RENYI_DUAL_TARGET [[gnu::target("avx2"), gnu::flatten]]
#else
#define RENYI_DUAL_TARGET
#endif

namespace renyi::autodiff {

using FewArguments = Dual<8>;
using MoreArguments = Dual<12>;

template <class Function>
concept TakesDuals = std::invocable<const Function&, std::span<const FewArguments>> &&
    std::invocable<const Function&, std::span<const MoreArguments>>;

inline bool processor_has_dual_slopes() {
#if defined(__x86_64__) && !defined(__AVX2__)
  return __builtin_cpu_supports("avx2") != 0;
#else
  return true;
#endif
}

// No more than T::size arguments. False where a slope is not finite.
template <class T, class Function>
RENYI_DUAL_TARGET bool dual_gradient_of_size(const Function& function,
                                             std::span<const double> arguments,
                                             std::span<double> gradient, double& value) {
  alignas(T) std::byte memory[T::size * sizeof(T)];
  T* const duals = reinterpret_cast<T*>(memory);
  const auto count = static_cast<int>(arguments.size());
  for (int i = 0; i < count; ++i)
    std::construct_at(duals + i, T::argument(arguments[static_cast<std::size_t>(i)], i));
  const T result = function(std::span<const T>(duals, arguments.size()));
  value = result.value();
  for (int i = 0; i < count; ++i) gradient[static_cast<std::size_t>(i)] = result.slope(i);
  return result.has_finite_slopes();
}
#undef RENYI_DUAL_TARGET

// Whether that was done: not with too many arguments, without such a processor, or where a slope is
// not finite, as 0 times infinity is not. The tape knows which of those have no effect.
template <TakesDuals Function>
bool dual_gradient(const Function& function, std::span<const double> arguments,
                   std::span<double> gradient, double& value) {
  if (arguments.size() > MoreArguments::size || arguments.size() != gradient.size() ||
      !processor_has_dual_slopes())
    return false;
  if (arguments.size() <= FewArguments::size)
    return dual_gradient_of_size<FewArguments>(function, arguments, gradient, value);
  return dual_gradient_of_size<MoreArguments>(function, arguments, gradient, value);
}

}  // namespace renyi::autodiff
