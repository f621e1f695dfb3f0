#include "renyi/models/shared_model.hpp"

namespace renyi {
namespace {

constexpr Index rows_a_block = 256;

}  // namespace

template <class F>
Matrix SharedModel::each_block(Index rows, Index columns, F f) const {
  const Partition blocks(rows, rows_a_block);
  // Whole blocks, as these travel.
  Matrix all = Matrix::Zero(columns, blocks.shards() * rows_a_block);
  const Share own = others_ == nullptr
                        ? Share{0, blocks.shards()}
                        : share_of(blocks.shards(), others_->rank(), others_->size());
  const auto run = [&](std::int64_t i) {
    const std::int64_t block = own.begin + i;
    f(blocks.begin(block), blocks.size(block),
      all.middleCols(blocks.begin(block), blocks.size(block)));
  };
  together(others_, [&] {
    if (pool_ != nullptr) return pool_->for_each(own.size(), run);
    for (std::int64_t i = 0; i < own.size(); ++i) run(i);
  });
  if (others_ != nullptr) others_->all_gather(all.data(), blocks.shards(), rows_a_block * columns);
  return all.leftCols(rows).transpose();
}

Predictions SharedModel::predict(const ConstMatrixRef& features,
                                 std::span<const double> levels) const {
  const Index count = std::ssize(levels);
  const Matrix all = each_block(features.rows(), 3 + count, [&](Index begin, Index size, auto out) {
    const Predictions part = model_.predict(features.middleRows(begin, size), levels);
    out.row(0) = part.mean.transpose();
    out.row(1) = part.noise_sd.transpose();
    out.row(2) = part.model_sd.transpose();
    out.bottomRows(count) = part.quantiles.transpose();
  });
  return {all.col(0), all.col(1), all.col(2), all.rightCols(count)};
}

RowScores SharedModel::score(const ConstMatrixRef& features, const ConstVectorRef& targets) const {
  const Matrix all = each_block(features.rows(), 4, [&](Index begin, Index size, auto out) {
    const RowScores part =
        model_.score(features.middleRows(begin, size), targets.segment(begin, size));
    out.row(0) = part.log_density.transpose();
    out.row(1) = part.error.transpose();
    out.row(2) = part.probability.transpose();
    out.row(3) = part.crps.transpose();
  });
  return {all.col(0), all.col(1), all.col(2), all.col(3)};
}

ClassPredictions SharedModel::predict_classes(const ConstMatrixRef& features) const {
  const auto classes = static_cast<Index>(encoding().classes().size());
  return {each_block(features.rows(), classes, [&](Index begin, Index size, auto out) {
    out = model_.predict_classes(features.middleRows(begin, size)).probabilities.transpose();
  })};
}

}  // namespace renyi
