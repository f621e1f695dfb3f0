#include "renyi/inference/gradient_sum.hpp"

#include <algorithm>
#include <utility>

namespace renyi {

template <class T>
void GradientSum<T>::start(Index size) {
  own_.resize(size);
  uses_own_ = false;
  others_.clear();
}

template <class T>
VectorOf<T>& GradientSum<T>::own() {
  if (!uses_own_) own_.setZero();
  uses_own_ = true;
  return own_;
}

template <class T>
T* GradientSum<T>::unused_own() {
  return std::exchange(uses_own_, true) ? nullptr : own_.data();
}

template <class T>
typename GradientSum<T>::Terms GradientSum<T>::terms(Index begin, Index count, T* memory) const {
  const std::size_t arrays = others_.size() + (uses_own_ ? 1 : 0);
  if (arrays == 0) return {std::fill_n(memory, count, T{0}) - count, nullptr};
  const auto array = [&](std::size_t i) {
    if (uses_own_ && i == 0) return own_.data() + begin;
    return others_[i - (uses_own_ ? 1 : 0)] + begin;
  };
  if (arrays == 1) return {array(0), nullptr};
  if (arrays == 2) return {array(0), array(1)};
  using Part = Eigen::Map<const VectorOf<T>>;
  Eigen::Map<VectorOf<T>> total(memory, count);
  total = Part(array(0), count) + Part(array(1), count);
  for (std::size_t i = 2; i + 1 < arrays; ++i) total += Part(array(i), count);
  return {memory, array(arrays - 1)};
}

template <class T>
VectorOf<T>& GradientSum<T>::collect() {
  VectorOf<T>& sum = own();
  for (const T* other : others_) sum += Eigen::Map<const VectorOf<T>>(other, sum.size());
  others_.clear();
  return sum;
}

template class GradientSum<float>;
template class GradientSum<double>;

}  // namespace renyi
