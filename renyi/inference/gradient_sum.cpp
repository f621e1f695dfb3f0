#include "renyi/inference/gradient_sum.hpp"

#include <algorithm>

namespace renyi {

template <class T>
void GradientSum<T>::start(Index size) {
  if (uses_own_ || own_.size() != size) own_.setZero(size);
  uses_own_ = false;
  others_.clear();
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
  for (const T* other : others_) own_ += Eigen::Map<const VectorOf<T>>(other, own_.size());
  others_.clear();
  return own();
}

template class GradientSum<float>;
template class GradientSum<double>;

}  // namespace renyi
