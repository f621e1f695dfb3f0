#include "renyi/models/class_scores.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <boost/math/special_functions/gamma.hpp>
#include <cmath>

#include "renyi/core/error.hpp"

namespace renyi {
namespace {

constexpr double largest_excess = 1e-6;  // of a row's sum over 1: single precision's

void check_classes(const ConstMatrixRef& probabilities, const ConstVectorRef& targets) {
  if (targets.size() == 0) throw UsageError("scores: expected at least one row, found none");
  if (probabilities.rows() != targets.size())
    throw UsageError(fmt::format("probabilities: expected {} rows, found {}", targets.size(),
                                 probabilities.rows()));
  for (Index r = 0; r < targets.size(); ++r) {
    const auto row = probabilities.row(r);
    if (!(row.minCoeff() >= 0.0 && std::abs(row.sum() - 1.0) <= largest_excess))
      throw UsageError(fmt::format(
          "probabilities: expected none below 0 and a sum of 1, found a smallest of {} and a sum "
          "of {} in row {}",
          row.minCoeff(), row.sum(), r + 1));
    if (!(targets(r) >= 0.0 && targets(r) < static_cast<double>(row.size()) &&
          targets(r) == std::floor(targets(r))))
      throw UsageError(fmt::format("targets: expected a class from 0 to {}, found {} in row {}",
                                   row.size() - 1, targets(r), r + 1));
  }
}

Index bin_of(double confidence) {
  const double scaled = confidence * static_cast<double>(reliability_bins);
  return std::clamp(static_cast<Index>(std::ceil(scaled)) - 1, Index{0}, reliability_bins - 1);
}

// The mean confidence and accuracy of the rows in each bin.
std::vector<ReliabilityBin> reliability_of(const Vector& confidence, const Vector& right) {
  std::vector<ReliabilityBin> bins(reliability_bins);
  for (Index b = 0; b < reliability_bins; ++b) {
    bins[static_cast<std::size_t>(b)].low = static_cast<double>(b) / reliability_bins;
    bins[static_cast<std::size_t>(b)].high = static_cast<double>(b + 1) / reliability_bins;
  }
  for (Index r = 0; r < confidence.size(); ++r) {
    ReliabilityBin& bin = bins[static_cast<std::size_t>(bin_of(confidence(r)))];
    ++bin.rows;
    bin.confidence += confidence(r);
    bin.accuracy.value += right(r);
  }
  for (ReliabilityBin& bin : bins) {
    if (bin.rows == 0) continue;
    const auto rows = static_cast<double>(bin.rows);
    bin.confidence = std::min(1.0, bin.confidence / rows);
    bin.accuracy.value /= rows;
    bin.accuracy.std_error = std::sqrt(bin.confidence * (1.0 - bin.confidence) / rows);
  }
  return bins;
}

// With the signs of the bins' gaps as they were found it is a mean over rows.
Score calibration_error(const std::vector<ReliabilityBin>& bins, const Vector& confidence,
                        const Vector& right) {
  Vector gaps = right - confidence;
  for (Index r = 0; r < gaps.size(); ++r) {
    const ReliabilityBin& bin = bins[static_cast<std::size_t>(bin_of(confidence(r)))];
    if (bin.accuracy.value < bin.confidence) gaps(r) = -gaps(r);
  }
  return mean_score(gaps);
}

// E |X - n p| of a binomial X: 2 m C(n, m) p^m (1 - p)^(n - m + 1), m = floor(n p) + 1 (De Moivre).
double mean_deviation(Index count, double p) {
  const auto n = static_cast<double>(count);
  const double m = std::floor(n * p) + 1.0;
  if (m > n || p <= 0.0) return 0.0;
  using boost::math::lgamma;
  return 2.0 * m *
         std::exp(lgamma(n + 1.0) - lgamma(m + 1.0) - lgamma(n - m + 1.0) + m * std::log(p) +
                  (n - m + 1.0) * std::log1p(-p));
}

}  // namespace

std::vector<Index> most_probable(const ConstMatrixRef& probabilities) {
  std::vector<Index> classes(static_cast<std::size_t>(probabilities.rows()));
  for (Index r = 0; r < probabilities.rows(); ++r)
    probabilities.row(r).maxCoeff(&classes[static_cast<std::size_t>(r)]);
  return classes;
}

ClassScores score_classes(const ConstMatrixRef& probabilities, const ConstVectorRef& targets) {
  check_classes(probabilities, targets);
  const Index rows = targets.size();
  const auto predicted = most_probable(probabilities);
  ClassScores scores{.confusion = Counts::Zero(probabilities.cols(), probabilities.cols())};
  Vector log_probability(rows), brier(rows), confidence(rows), right(rows), gaps;
  for (Index r = 0; r < rows; ++r) {
    const auto observed = static_cast<Index>(targets(r));
    const Index chosen = predicted[static_cast<std::size_t>(r)];
    log_probability(r) = std::log(probabilities(r, observed));
    gaps = probabilities.row(r).transpose();
    gaps(observed) -= 1.0;
    brier(r) = gaps.squaredNorm();
    confidence(r) = probabilities(r, chosen);
    right(r) = observed == chosen ? 1.0 : 0.0;
    ++scores.confusion(observed, chosen);
  }
  scores.log_likelihood = mean_score(log_probability);
  scores.accuracy = mean_score(right);
  scores.brier = mean_score(brier);
  scores.reliability = reliability_of(confidence, right);
  scores.calibration_error = calibration_error(scores.reliability, confidence, right);
  for (const ReliabilityBin& bin : scores.reliability)
    scores.calibration_error_by_chance +=
        mean_deviation(bin.rows, bin.confidence) / static_cast<double>(rows);
  return scores;
}

}  // namespace renyi
