// What the paper says of Bayesian neural networks: how each data set was fitted, and the tables of
// its appendix. Nothing is computed here.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "experiments/published_value.hpp"
#include "renyi/bound/alpha.hpp"

namespace renyi {

enum class BnnMetric : std::uint8_t { negative_log_likelihood, rmse };

inline constexpr std::size_t published_orders = 5;

// What differs between data sets; the defaults are those of the small ones.
struct BnnSettings {
  std::int64_t hidden = 50;
  std::int64_t draws = 100;
  std::int64_t epochs = 500;
  std::int64_t splits = 20;
};

struct PublishedBnn {
  std::string_view data_set = {};
  BnnSettings settings = {};
  // By the order of published_alphas().
  std::array<PublishedValue, published_orders> negative_log_likelihood = {};
  std::array<PublishedValue, published_orders> rmse = {};

  std::span<const PublishedValue> values(BnnMetric metric) const {
    return metric == BnnMetric::rmse ? rmse : negative_log_likelihood;
  }
  // Nothing for other orders.
  std::optional<PublishedValue> at(BnnMetric metric, Alpha alpha) const;
};

// -inf, 0, 0.5, 1, +inf.
std::array<Alpha, published_orders> published_alphas();

// The ten data sets, in the order of the paper's tables.
std::span<const PublishedBnn> published_bnn();
const PublishedBnn* find_published_bnn(std::string_view data_set);  // null where there is none

// The last line of its tables: over all ten data sets and five orders.
std::optional<PublishedValue> published_average_rank(BnnMetric metric, Alpha alpha);

}  // namespace renyi
