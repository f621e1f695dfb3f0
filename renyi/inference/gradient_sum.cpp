#include "renyi/inference/gradient_sum.hpp"

namespace renyi {

template <class T>
void GradientSum<T>::start(Index size) {
  if (uses_own_ || own_.size() != size) own_.setZero(size);
  uses_own_ = false;
  others_.clear();
}

template <class T>
const T* GradientSum<T>::sum(Index begin, Index count, T* memory) const {
  if (uses_own_ && others_.empty()) return own_.data() + begin;
  if (!uses_own_ && others_.size() == 1) return others_.front() + begin;
  using Part = Eigen::Map<const VectorOf<T>>;
  Eigen::Map<VectorOf<T>> total(memory, count);
  std::size_t next = 0;
  if (uses_own_)
    total = own_.segment(begin, count);
  else if (others_.empty())
    total.setZero();
  else {
    total = Part(others_[0] + begin, count) + Part(others_[1] + begin, count);
    next = 2;
  }
  for (; next < others_.size(); ++next) total += Part(others_[next] + begin, count);
  return memory;
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
