#include "renyi/inference/sweep.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>

namespace renyi {
namespace {

// Large against the cost of handing one out.
constexpr Index chunk_parameters = 16384;
// Small enough that sums and results stay in the nearest cache until they are used.
constexpr Index at_once = 1024;

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
  // Parameters are read by all threads, and lines that others have read take long to write to. Such
  // writes hold up fewer others if they come one after another, not in turns with the moments'.
  const bool are_shared = pool_ != nullptr && pool_->threads() > 1;
  each_chunk([&](std::int64_t, Index begin, Index size) {
    std::array<T, at_once> sums, results;  // NOLINT(*-member-init): written before they are read
    for (Index i = begin; i < begin + size; i += at_once) {
      const Index count = std::min(at_once, begin + size - i);
      const auto [sum, more] = gradient.terms(i, count, sums.data());
      const auto [finite_squares, finite_parameters] = kernels::adam(
          factors, kernels::AdamArrays<T>{.gradient = sum,
                                          .first = state.first.data() + i,
                                          .second = state.second.data() + i,
                                          .from = from.data() + i,
                                          .to = are_shared ? results.data() : to.data() + i,
                                          .size = count,
                                          .more = more});
      if (are_shared) std::copy_n(results.data(), count, to.data() + i);
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
