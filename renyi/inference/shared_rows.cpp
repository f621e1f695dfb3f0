#include "renyi/inference/shared_rows.hpp"

#include <algorithm>

namespace renyi {
namespace {

constexpr Index most_shards = 16;

Partition shards_of(Index rows) {
  return {rows, std::max<Index>(1, (rows + most_shards - 1) / most_shards)};
}

Share share_here(Index shards, const Processes& processes) {
  const Communicator* others = processes.communicator;
  return others == nullptr ? Share{0, shards} : share_of(shards, others->rank(), others->size());
}

}  // namespace

Share SharedRows::rows_here(Index rows, const Communicator& others) {
  const Partition shards = shards_of(rows);
  const Share mine = share_of(shards.shards(), others.rank(), others.size());
  return {std::min(rows, shards.begin(mine.begin)), std::min(rows, shards.begin(mine.end))};
}

SharedRows::SharedRows(const Density& here, Index rows, Processes processes, ThreadPool* pool)
    : here_(here),
      processes_(processes),
      pool_(pool),
      shards_(shards_of(rows)),
      mine_(share_here(shards_.shards(), processes)),
      own_(static_cast<std::size_t>(mine_.size())) {}

void SharedRows::deal(std::span<const Index> rows) const {
  for (Shard& shard : own_) {
    shard.rows.clear();
    shard.places.clear();
  }
  const Index first = shards_.begin(mine_.begin), size = shards_.size(0);
  const Index end = std::min(shards_.items(), shards_.begin(mine_.end));
  for (std::size_t m = 0; m < rows.size(); ++m) {
    if (rows[m] < first || rows[m] >= end) continue;
    Shard& shard = own_[static_cast<std::size_t>((rows[m] - first) / size)];
    shard.rows.push_back(rows[m] - first);
    shard.places.push_back(static_cast<Index>(m));
  }
}

template <class F>
void SharedRows::each_shard(F f) const {
  const auto run = [&](std::int64_t i) { f(own_[static_cast<std::size_t>(i)], mine_.begin + i); };
  if (pool_ != nullptr) return pool_->for_each(mine_.size(), run);
  for (std::int64_t i = 0; i < mine_.size(); ++i) run(i);
}

// Where a process has no row there is a 0, so that what travels is the sum.
void SharedRows::log_rows(const ConstMatrixRef& theta, std::span<const Index> rows,
                          Eigen::Ref<Matrix> values) const {
  deal(rows);
  all_values_.assign(static_cast<std::size_t>(values.size()), 0.0);
  Eigen::Map<Matrix> all(all_values_.data(), values.rows(), values.cols());
  each_shard([&](Shard& shard, Index /*number*/) {
    auto numbers = shard.numbers(theta.cols());
    here_.log_rows(theta, shard.rows, numbers);
    for (std::size_t m = 0; m < shard.places.size(); ++m)
      all.col(shard.places[m]) = numbers.col(static_cast<Index>(m));
  });
  if (processes_.communicator != nullptr) processes_.communicator->add(all_values_);
  values = all;
}

void SharedRows::add_row_gradients(const ConstMatrixRef& theta, std::span<const Index> rows,
                                   const ConstMatrixRef& coefficients,
                                   Eigen::Ref<Matrix> gradients) const {
  deal(rows);
  each_shard([&](Shard& shard, Index /*number*/) {
    auto numbers = shard.numbers(theta.cols());
    for (std::size_t m = 0; m < shard.places.size(); ++m)
      numbers.col(static_cast<Index>(m)) = coefficients.col(shard.places[m]);
    shard.gradients.setZero(gradients.rows(), gradients.cols());
    here_.add_row_gradients(theta, shard.rows, numbers, shard.gradients);
  });
  add_gradients(gradients);
}

void SharedRows::log_row_sums(const ConstMatrixRef& theta, std::span<const Index> rows,
                              Eigen::Ref<Vector> values) const {
  deal(rows);
  sums_.resize(theta.cols(), shards_.shards());
  each_shard([&](Shard& shard, Index number) {
    here_.log_row_sums(theta, shard.rows, sums_.col(number));
  });
  if (processes_.communicator != nullptr)
    processes_.communicator->all_gather(sums_.data(), sums_.cols(), sums_.rows());
  values = sums_.rowwise().sum();
}

void SharedRows::add_row_sum_gradients(const ConstMatrixRef& theta, std::span<const Index> rows,
                                       const ConstVectorRef& coefficients,
                                       Eigen::Ref<Matrix> gradients) const {
  deal(rows);
  each_shard([&](Shard& shard, Index /*number*/) {
    shard.gradients.setZero(gradients.rows(), gradients.cols());
    here_.add_row_sum_gradients(theta, shard.rows, coefficients, shard.gradients);
  });
  add_gradients(gradients);
}

void SharedRows::add_gradients(Eigen::Ref<Matrix> gradients) const {
  total_.start(gradients.size());
  arrays_.clear();
  for (const Shard& shard : own_) arrays_.push_back(shard.gradients.data());
  ordered_.add(processes_, arrays_, shards_.shards(), total_);
  gradients +=
      Eigen::Map<const Matrix>(total_.collect().data(), gradients.rows(), gradients.cols());
}

}  // namespace renyi
