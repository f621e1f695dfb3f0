#include "renyi/inference/ordered_sum.hpp"

#include <algorithm>
#include <cstddef>

#include "renyi/core/grow.hpp"

namespace renyi {

template <class T>
void OrderedSum<T>::add(const Processes& processes, const std::vector<const T*>& mine, Index arrays,
                        GradientSum<T>& gradient) {
  if (processes.communicator == nullptr) {
    for (const T* array : mine) gradient.add(array);
    return;
  }
  total_.resize(gradient.size());
  if (processes.fast_sums) {
    total_.setZero();
    for (const T* array : mine) total_ += Eigen::Map<const VectorOf<T>>(array, total_.size());
    processes.communicator->add({total_.data(), static_cast<std::size_t>(total_.size())});
  } else {
    sum_in_order(*processes.communicator, mine, arrays);
  }
  gradient.add(total_.data());
}

template <class T>
void OrderedSum<T>::sum_in_order(Communicator& communicator, const std::vector<const T*>& mine,
                                 Index arrays) {
  const int processes = communicator.size(), rank = communicator.rank();
  const auto piece_of = [&](int r) { return share_of(total_.size(), r, processes); };
  const auto bytes = [](Index numbers) { return static_cast<std::size_t>(numbers) * sizeof(T); };
  const Index own_arrays = std::ssize(mine), own_piece = piece_of(rank).size();
  grow(sent_, own_arrays * total_.size());
  grow(received_, arrays * own_piece);
  out_.clear();
  in_.clear();
  T* to = sent_.data();
  T* from = received_.data();
  for (int r = 0; r < processes; ++r) {
    const Share piece = piece_of(r);
    out_.push_back({reinterpret_cast<const std::byte*>(to), bytes(own_arrays * piece.size())});
    for (const T* array : mine) to = std::copy_n(array + piece.begin, piece.size(), to);
    const Index count = share_of(arrays, r, processes).size() * own_piece;
    in_.push_back({reinterpret_cast<std::byte*>(from), bytes(count)});
    from += count;
  }
  communicator.exchange(out_, in_);
  auto sum = total_.segment(piece_of(rank).begin, own_piece);
  if (arrays == 0) sum.setZero();
  for (Index i = 0; i < arrays; ++i) {
    const Eigen::Map<const VectorOf<T>> array(received_.data() + i * own_piece, own_piece);
    if (i == 0)
      sum = array;
    else
      sum += array;
  }
  communicator.all_gather(total_.data(), total_.size());
}

template class OrderedSum<float>;
template class OrderedSum<double>;

}  // namespace renyi
