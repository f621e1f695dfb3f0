#include "experiments/published_bnn.hpp"

#include <algorithm>

namespace renyi {
namespace {

constexpr BnnSettings small = {};

// Table 1 and Table 2 of the appendix. The paper has no standard errors for year, which has one
// split.
constexpr PublishedBnn data_sets[] = {
    {"boston",
     small,
     {{{2.47, 0.08}, {2.47, 0.07}, {2.46, 0.07}, {2.52, 0.03}, {2.50, 0.05}}},
     {{{2.84, 0.18}, {2.85, 0.17}, {2.85, 0.15}, {2.89, 0.17}, {2.86, 0.17}}}},
    {"concrete",
     small,
     {{{3.09, 0.02}, {3.08, 0.02}, {3.09, 0.02}, {3.11, 0.02}, {3.12, 0.02}}},
     {{{5.28, 0.10}, {5.24, 0.11}, {5.34, 0.10}, {5.42, 0.11}, {5.40, 0.11}}}},
    {"energy",
     small,
     {{{1.39, 0.02}, {1.42, 0.02}, {1.40, 0.03}, {0.77, 0.02}, {1.23, 0.01}}},
     {{{0.79, 0.04}, {0.88, 0.05}, {0.81, 0.06}, {0.51, 0.01}, {0.62, 0.02}}}},
    {"naval",
     small,
     {{{-3.43, 0.08}, {-3.02, 0.48}, {-3.58, 0.08}, {-6.49, 0.04}, {-6.47, 0.09}}},
     {{{0.01, 0.00}, {0.01, 0.00}, {0.01, 0.00}, {0.00, 0.00}, {0.00, 0.00}}}},
    {"kin8nm",
     small,
     {{{-1.13, 0.01}, {-1.13, 0.01}, {-1.14, 0.01}, {-1.12, 0.01}, {-1.12, 0.01}}},
     {{{0.08, 0.00}, {0.08, 0.00}, {0.08, 0.00}, {0.08, 0.00}, {0.08, 0.00}}}},
    {"power",
     small,
     {{{2.82, 0.01}, {2.83, 0.01}, {2.82, 0.01}, {2.82, 0.01}, {2.83, 0.01}}},
     {{{4.08, 0.03}, {4.10, 0.04}, {4.07, 0.04}, {4.07, 0.04}, {4.08, 0.04}}}},
    {"protein",
     {.hidden = 100, .draws = 10, .epochs = 100, .splits = 5},
     {{{2.94, 0.01}, {2.91, 0.00}, {2.92, 0.01}, {2.91, 0.00}, {2.91, 0.00}}},
     {{{4.57, 0.05}, {4.44, 0.03}, {4.51, 0.03}, {4.45, 0.02}, {4.45, 0.01}}}},
    {"wine",
     small,
     {{{0.95, 0.01}, {0.95, 0.01}, {0.95, 0.01}, {0.96, 0.01}, {0.97, 0.01}}},
     {{{0.64, 0.01}, {0.64, 0.01}, {0.64, 0.01}, {0.63, 0.01}, {0.63, 0.01}}}},
    {"yacht",
     small,
     {{{1.82, 0.01}, {1.83, 0.01}, {1.82, 0.01}, {1.77, 0.01}, {2.01, 0.00}}},
     {{{1.12, 0.09}, {1.24, 0.11}, {1.11, 0.08}, {0.81, 0.05}, {0.96, 0.07}}}},
    {"year",
     {.hidden = 100, .draws = 10, .epochs = 40, .splits = 1},
     {{{3.54}, {3.55}, {3.55}, {3.60}, {3.60}}},
     {{{8.95}, {9.13}, {8.94}, {8.91}, {8.88}}}},
};

using AverageRanks = std::array<PublishedValue, published_orders>;
constexpr AverageRanks ranks_of_negative_log_likelihood = {
    {{2.80, 0.34}, {3.00, 0.45}, {2.20, 0.37}, {3.20, 0.51}, {3.80, 0.39}}};
constexpr AverageRanks ranks_of_rmse = {
    {{3.40, 0.38}, {3.70, 0.51}, {3.20, 0.31}, {2.40, 0.45}, {2.30, 0.38}}};

std::optional<PublishedValue> by_alpha(std::span<const PublishedValue> values, Alpha alpha) {
  const auto alphas = published_alphas();
  const auto* place = std::find(alphas.begin(), alphas.end(), alpha);
  if (place == alphas.end()) return std::nullopt;
  return values[static_cast<std::size_t>(place - alphas.begin())];
}

}  // namespace

std::array<Alpha, published_orders> published_alphas() {
  return {Alpha::vr_max(), Alpha::iwae(), Alpha(0.5), Alpha::vi(), Alpha::vr_min()};
}

std::span<const PublishedBnn> published_bnn() { return data_sets; }

const PublishedBnn* find_published_bnn(std::string_view data_set) {
  for (const PublishedBnn& published : data_sets)
    if (published.data_set == data_set) return &published;
  return nullptr;
}

std::optional<PublishedValue> PublishedBnn::at(BnnMetric metric, Alpha alpha) const {
  return by_alpha(values(metric), alpha);
}

std::optional<PublishedValue> published_average_rank(BnnMetric metric, Alpha alpha) {
  return by_alpha(metric == BnnMetric::rmse ? ranks_of_rmse : ranks_of_negative_log_likelihood,
                  alpha);
}

}  // namespace renyi
