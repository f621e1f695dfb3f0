// Log-weights of a model whose evidence is known, as `renyi bound` reads them: one row a draw, one
// column a datapoint. Made with
//   build/release/log_weights > examples/log_weights.csv
//
// The model is h ~ N(0, 1), x ~ N(h, 1), so that log p(x) = log N(x; 0, 2); the approximation
// q(h|x) = N(x/2 + 0.3, 0.65^2) is a little off in mean and narrower than the posterior
// N(x/2, 0.5), as variational approximations are.
#include <cmath>
#include <cstdio>
#include <numbers>
#include <renyi/renyi.hpp>

namespace {

double log_normal(double x, double mean, double sd) {
  const double z = (x - mean) / sd;
  return -0.5 * z * z - std::log(sd) - 0.5 * std::log(2.0 * std::numbers::pi);
}

}  // namespace

int main() {
  constexpr int draws = 400;
  constexpr int datapoints = 6;
  renyi::Matrix noise(draws, datapoints);
  renyi::fill_normal({.seed = 1, .purpose = renyi::Purpose::draws}, {},
                     Eigen::Ref<renyi::Matrix>(noise));

  for (int b = 0; b < datapoints; ++b) std::printf("%sx=%.1f", b == 0 ? "" : ",", b - 2.5);
  std::printf("\n");
  for (int k = 0; k < draws; ++k)
    for (int b = 0; b < datapoints; ++b) {
      const double x = b - 2.5;
      const double mean = x / 2.0 + 0.3;
      const double sd = 0.65;
      const double h = mean + sd * noise(k, b);
      const double log_weight =
          log_normal(h, 0.0, 1.0) + log_normal(x, h, 1.0) - log_normal(h, mean, sd);
      std::printf("%.9g%s", log_weight, b + 1 == datapoints ? "\n" : ",");
    }
  return 0;
}
