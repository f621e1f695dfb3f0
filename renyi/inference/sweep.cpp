#include "renyi/inference/sweep.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>

namespace renyi {
namespace {

// Large against the cost of handing one out.
constexpr Index chunk_parameters = 16384;
// Small enough that a sum stays in the nearest cache until it is used.
constexpr Index summed_at_once = 1024;

}  // namespace

template <class T>
Sweep<T>::Sweep(Index parameters, ThreadPool* pool)
    : chunks_(parameters, chunk_parameters),
      pool_(pool),
      parts_(static_cast<std::size_t>(chunks_.shards())) {}

template <class T>
template <class F>
void Sweep<T>::each_chunk(F&& f) const {
  const auto one = [&](std::int64_t chunk) { f(chunk, chunks_.begin(chunk), chunks_.size(chunk)); };
  if (pool_ != nullptr) return pool_->for_each(chunks_.shards(), one);
  for (std::int64_t chunk = 0; chunk < chunks_.shards(); ++chunk) one(chunk);
}

template <class T>
kernels::AdamOutcome Sweep<T>::adam(const AdamOptions& options, double rate,
                                    const GradientSum<T>& gradient, BasicAdamState<T>& state,
                                    const VectorOf<T>& from, VectorOf<T>& to) const {
  const kernels::AdamFactors factors = adam_factors(options, rate, ++state.steps);
  std::atomic<bool> squares = true, parameters = true;
  each_chunk([&](std::int64_t, Index begin, Index size) {
    std::array<T, summed_at_once> memory{};
    for (Index i = begin; i < begin + size; i += summed_at_once) {
      const Index count = std::min(summed_at_once, begin + size - i);
      const auto [finite_squares, finite_parameters] = kernels::adam(
          factors, kernels::AdamArrays<T>{.gradient = gradient.sum(i, count, memory.data()),
                                          .first = state.first.data() + i,
                                          .second = state.second.data() + i,
                                          .from = from.data() + i,
                                          .to = to.data() + i,
                                          .size = count});
      if (!finite_squares) squares = false;
      if (!finite_parameters) parameters = false;
    }
  });
  return {.finite_squares = squares, .finite_parameters = parameters};
}

template <class T>
void Sweep<T>::add_to_average(const VectorOf<T>& value, std::int64_t count,
                              VectorOf<T>& average) const {
  each_chunk([&](std::int64_t, Index begin, Index size) {
    average.segment(begin, size) +=
        (value.segment(begin, size) - average.segment(begin, size)) / static_cast<T>(count);
  });
}

template <class T>
double Sweep<T>::norm(const VectorOf<T>& vector) {
  each_chunk([&](std::int64_t chunk, Index begin, Index size) {
    parts_[static_cast<std::size_t>(chunk)] =
        vector.segment(begin, size).template cast<double>().squaredNorm();
  });
  double sum = 0.0;
  for (const double part : parts_) sum += part;
  return std::sqrt(sum);
}

template <class T>
void Sweep<T>::multiply(double factor, VectorOf<T>& vector) const {
  each_chunk([&](std::int64_t, Index begin, Index size) {
    vector.segment(begin, size) *= static_cast<T>(factor);
  });
}

template class Sweep<float>;
template class Sweep<double>;

}  // namespace renyi
