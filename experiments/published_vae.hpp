// What the paper says of auto-encoders: Table 2 with the numbers that its text adds, and the times
// of an epoch. Nothing is computed here.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "experiments/published_value.hpp"
#include "experiments/vae_benchmark.hpp"
#include "renyi/bound/alpha.hpp"

namespace renyi {

// Which fit a number is of: L stochastic layers, K draws in training.
struct VaeSetting {
  VaeBenchmark benchmark = VaeBenchmark::frey;
  std::int64_t layers = 1;
  std::int64_t draws = 5;
  friend bool operator==(const VaeSetting&, const VaeSetting&) = default;
};

// The mean log-likelihood of test images; of Frey Face with its standard error over ten folds.
std::optional<PublishedValue> published_vae(const VaeSetting& setting, Alpha alpha);

// Every setting of the table, in its order.
std::span<const VaeSetting> published_vae_settings();

// Seconds of an epoch on Frey Face, K = 50, batches of 100, by the authors' numpy program.
inline constexpr double published_iwae_epoch = 29.0;
inline constexpr double published_vr_max_epoch = 9.7;

}  // namespace renyi
