#include "renyi/inference/bnn_row_shards.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "renyi/core/error.hpp"

namespace renyi {

template <class T>
BnnRowShards<T>::BnnRowShards(const BnnSpec& model, const RowsView& rows, Index shards,
                              ThreadPool* pool, const Processes& processes)
    : grouping_(model.grouping), shards_(shards), processes_(processes), own_{0, shards} {
  if (shards < 1)
    throw UsageError(fmt::format("row-shards: expected at least 1, found {}", shards));
  if (const Communicator* others = processes.communicator; others != nullptr)
    own_ = share_of(shards, others->rank(), others->size());
  work_.resize(static_cast<std::size_t>(own_.size()));
  for (Index i = 0; i < std::max<Index>(1, own_.size()); ++i)
    objectives_.push_back(std::make_unique<BnnObjective<T>>(model, rows, pool));
}

template <class T>
double BnnRowShards<T>::scale() const {
  return by_row() ? static_cast<double>(rows()) / static_cast<double>(batch_rows_) : 1.0;
}

template <class T>
void BnnRowShards<T>::draw(const Vector& parameters, std::span<const Index> rows, Index draws,
                           const Stream& stream, Matrix& log_weights) {
  batch_rows_ = std::ssize(rows);
  const Partition cut = parts();
  for (Index i = 0; i < own_.size(); ++i) {
    const Index shard = own_.begin + i;
    if (cut.size(shard) == 0) continue;
    const auto place = static_cast<std::size_t>(i);
    objectives_[place]->draw_part(parameters,
                                  rows.subspan(static_cast<std::size_t>(cut.begin(shard)),
                                               static_cast<std::size_t>(cut.size(shard))),
                                  batch_rows_, draws, stream, work_[place].log_weights);
  }
  const Index bounds = by_row() ? batch_rows_ : 1;
  if (log_weights.rows() != draws || log_weights.cols() != bounds)
    log_weights.resize(draws, bounds);
  if (by_row())
    share_rows(draws, log_weights);
  else
    share_sums(draws, log_weights);
}

// A shard without rows has a part of 0.
template <class T>
void BnnRowShards<T>::share_sums(Index draws, Matrix& log_weights) {
  const Partition cut = parts();
  told_.assign(static_cast<std::size_t>(shards_ * draws), 0.0);
  Eigen::Map<Matrix> all(told_.data(), draws, shards_);
  for (Index shard = own_.begin; shard < own_.end; ++shard)
    if (cut.size(shard) > 0)
      all.col(shard) = work_[static_cast<std::size_t>(shard - own_.begin)].log_weights.col(0);
  if (processes_.communicator != nullptr)
    processes_.communicator->all_gather(told_.data(), shards_, draws);
  log_weights.col(0) = all.col(0);
  for (Index shard = 1; shard < shards_; ++shard) log_weights.col(0) += all.col(shard);
}

// Shards of one row less than the first have room left.
template <class T>
void BnnRowShards<T>::share_rows(Index draws, Matrix& log_weights) {
  const Partition cut = parts();
  const Index each = cut.size(0) * draws;
  told_.resize(static_cast<std::size_t>(shards_ * each));
  const auto told_of = [&](Index shard) {
    return Eigen::Map<Matrix>(told_.data() + shard * each, draws, cut.size(shard));
  };
  for (Index shard = own_.begin; shard < own_.end; ++shard)
    if (cut.size(shard) > 0)
      told_of(shard) = work_[static_cast<std::size_t>(shard - own_.begin)].log_weights;
  if (processes_.communicator != nullptr)
    processes_.communicator->all_gather(told_.data(), shards_, each);
  for (Index shard = 0; shard < shards_; ++shard)
    log_weights.middleCols(cut.begin(shard), cut.size(shard)) = told_of(shard);
}

template <class T>
const GradientCoefficients& BnnRowShards<T>::coefficients_of(const GradientCoefficients& all,
                                                             Index shard, Work& work) const {
  if (!by_row()) return all;
  const Index begin = parts().begin(shard), size = parts().size(shard);
  work.coefficients.model = all.model.middleCols(begin, size);
  work.coefficients.path = all.path.middleCols(begin, size);
  work.coefficients.score = all.score.middleCols(begin, size);
  return work.coefficients;
}

template <class T>
void BnnRowShards<T>::pull_back(const Vector& parameters, const GradientCoefficients& coefficients,
                                Vector& gradient) {
  const Partition cut = parts();
  total_.start(gradient.size());
  arrays_.clear();
  for (Index i = 0; i < own_.size(); ++i) {
    const auto place = static_cast<std::size_t>(i);
    Work& work = work_[place];
    work.gradient.setZero(gradient.size());
    if (cut.size(own_.begin + i) > 0)
      objectives_[place]->pull_back(parameters, coefficients_of(coefficients, own_.begin + i, work),
                                    work.gradient);
    arrays_.push_back(work.gradient.data());
  }
  ordered_.add(processes_, arrays_, shards_, total_);
  gradient += total_.collect();
}

template class BnnRowShards<float>;
template class BnnRowShards<double>;

}  // namespace renyi
