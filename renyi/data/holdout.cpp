#include "renyi/data/holdout.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "renyi/core/error.hpp"
#include "renyi/core/random.hpp"

namespace renyi {

Holdout hold_out(const std::vector<Index>& rows, double share, std::uint64_t seed,
                 std::uint32_t step) {
  if (!(share > 0.0 && share < 1.0))
    throw UsageError(fmt::format("share: expected a number between 0 and 1, found {}", share));
  const auto count = static_cast<double>(rows.size());
  const auto apart = static_cast<std::size_t>(std::max(1.0, std::round(share * count)));
  if (apart >= rows.size())
    throw UsageError(
        fmt::format("share: expected rows on both sides, found {} of {} rows", apart, rows.size()));

  // Those with the smallest keys; ties, which hardly occur, go by position.
  std::vector<double> keys(rows.size());
  fill_uniform({.seed = seed, .purpose = Purpose::split, .step = step}, {}, std::span(keys));
  std::vector<std::size_t> order(rows.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return keys[a] != keys[b] ? keys[a] < keys[b] : a < b;
  });
  std::vector<bool> chosen(rows.size(), false);
  for (std::size_t i = 0; i < apart; ++i) chosen[order[i]] = true;

  Holdout parts;
  for (std::size_t i = 0; i < rows.size(); ++i)
    (chosen[i] ? parts.apart : parts.kept).push_back(rows[i]);
  return parts;
}

}  // namespace renyi
