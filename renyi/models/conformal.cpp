#include "renyi/models/conformal.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "renyi/core/error.hpp"

namespace renyi {
namespace {

constexpr const char* tensor_name = "conformal";

// ceil((rows + 1) level), where rounding up the product costs no row: 100 x 0.55 is 55.
double rank_of(Index rows, double level) {
  constexpr double rounding = 2.0 * std::numeric_limits<double>::epsilon();
  return std::ceil(static_cast<double>(rows + 1) * level * (1.0 - rounding));
}

void check_conformal_level(double level) {
  // Beyond 1 - 1e-9 nobody has the rows, and 1 - level has few digits left.
  if (!(level > 0.0 && level <= 1.0 - 1e-9))
    throw UsageError(
        fmt::format("conformal level: expected a number between 0 and 1, found {}", level));
}

void check_intervals(const ConstVectorRef& mean, const ConstVectorRef& sd,
                     const ConstVectorRef& targets) {
  if (mean.size() != targets.size() || sd.size() != targets.size())
    throw UsageError(fmt::format("conformal: expected {} rows, found {} means and {} sds",
                                 targets.size(), mean.size(), sd.size()));
  for (Index r = 0; r < targets.size(); ++r)
    if (!(sd(r) > 0.0 && std::isfinite(sd(r)) && std::isfinite(targets(r) - mean(r))))
      throw UsageError(fmt::format(
          "conformal: expected finite numbers and a positive sd, found mean {}, sd {} and target "
          "{} in row {}",
          mean(r), sd(r), targets(r), r + 1));
}

Vector ratios_of(const ConstVectorRef& mean, const ConstVectorRef& sd,
                 const ConstVectorRef& targets) {
  return (targets - mean).cwiseAbs().cwiseQuotient(sd);
}

}  // namespace

Index conformal_rows(double level) {
  check_conformal_level(level);
  auto rows = static_cast<Index>(level / (1.0 - level));  // but for rounding
  while (rows > 1 && rank_of(rows - 1, level) <= static_cast<double>(rows - 1)) --rows;
  while (rows < 1 || rank_of(rows, level) > static_cast<double>(rows)) ++rows;
  return rows;
}

Conformal calibrate(const ConstVectorRef& mean, const ConstVectorRef& sd,
                    const ConstVectorRef& targets, double level) {
  const Index needed = conformal_rows(level);
  check_intervals(mean, sd, targets);
  if (targets.size() < needed)
    throw UsageError(
        fmt::format("conformal: expected at least {} rows held out for intervals of level {}, "
                    "found {}",
                    needed, level, targets.size()));
  const Vector ratios = ratios_of(mean, sd, targets);
  std::vector<double> sorted(ratios.begin(), ratios.end());
  const auto rank = static_cast<std::ptrdiff_t>(rank_of(targets.size(), level));
  std::ranges::nth_element(sorted, sorted.begin() + (rank - 1));
  return {
      .level = level, .factor = sorted[static_cast<std::size_t>(rank - 1)], .rows = targets.size()};
}

Coverage coverage_of(const Conformal& conformal, const ConstVectorRef& mean,
                     const ConstVectorRef& sd, const ConstVectorRef& targets) {
  check_intervals(mean, sd, targets);
  if (targets.size() == 0) throw UsageError("scores: expected at least one row, found none");
  const auto covered = (ratios_of(mean, sd, targets).array() <= conformal.factor).count();
  const auto rows = static_cast<double>(targets.size());
  // What an interval covers of new rows is Beta(rank, n + 1 - rank), hence the share of them that
  // it covers beta-binomial.
  const double variance = conformal.level * (1.0 - conformal.level) / rows *
                          (1.0 + (rows - 1.0) / static_cast<double>(conformal.rows + 2));
  return {
      .level = conformal.level,
      .covered = {.value = static_cast<double>(covered) / rows, .std_error = std::sqrt(variance)}};
}

void save_conformal(const std::optional<Conformal>& conformal, TensorFile& file) {
  if (conformal)
    file.tensors[tensor_name] = vector_tensor(
        Vector{{conformal->level, conformal->factor, static_cast<double>(conformal->rows)}});
}

std::optional<Conformal> load_conformal(const TensorFile& file, const std::string& path) {
  if (!file.tensors.contains(tensor_name)) return std::nullopt;
  const Vector values = read_vector(file, tensor_name, path);
  const bool fits = values.size() == 3 && values(0) > 0.0 && values(0) < 1.0 && values(1) >= 0.0 &&
                    values(2) >= 1.0 && values(2) < 0x1p53 && values(2) == std::floor(values(2));
  if (!fits)
    throw DataError({.file = path}, "the level, factor and rows of intervals in 'conformal'",
                    "other numbers");
  return Conformal{.level = values(0), .factor = values(1), .rows = static_cast<Index>(values(2))};
}

}  // namespace renyi
