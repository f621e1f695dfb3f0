#include "renyi/inference/objective.hpp"

#include <algorithm>

namespace renyi {

template <class T>
void BasicObjective<T>::step(const VectorOf<T>& parameters, std::span<const Index> rows,
                             Index draws, const Stream& stream, Weigher& weigher,
                             GradientSum<T>& gradient) {
  most_rows_ = std::max(most_rows_, rows.size());
  Matrix& log_weights = log_weights_[rows.size() == most_rows_ ? 0 : 1];
  draw(parameters, rows, draws, stream, log_weights);
  weigher.begin(log_weights.cols(), 1);
  pull_back(parameters, weigher.weigh(0, 0, log_weights), gradient.own());
}

template class BasicObjective<float>;
template class BasicObjective<double>;

}  // namespace renyi
