// Appendix D's conjecture as a map: the q that maximises the expected bound of K draws of order
// alpha is the exact optimum of another order, the effective one.
#pragma once

#include <cstdint>
#include <vector>

#include "renyi/bound/alpha.hpp"
#include "renyi/report/report.hpp"

namespace renyi {

struct EffectiveAlphaOptions {
  std::uint64_t seed = 1;
  std::vector<Alpha> alphas = Alpha::parse_list("-1,-0.5,0,0.25,0.5,1,2,4");
  std::vector<std::int64_t> draws = {1, 2, 3, 5, 10, 20, 50, 100, 1000};
  std::int64_t replications = 10;

  // Throws UsageError unless there are orders, all in [-8, 8], draws, 1 to 1000 each, and 2 to 1000
  // replications.
  void validate() const;

  // Without the seed, which every command has.
  template <class Self, class Visitor>
  static void describe(Self& self, Visitor&& field) {
    field("alpha", self.alphas, "orders of the bound, finite");
    field("draws", self.draws, "numbers of draws K");
    field("replications", self.replications, "how often the optimum is simulated");
  }
};

// On the regression of toy_regression.hpp: q = N(0, I / lambda), as both coefficients are alike.
// The tables are "precision" and "effective", alpha by K, by quadrature, and "simulated", the
// optima of simulated bounds for K up to 10; the figure is "effective".
Report effective_alpha(const EffectiveAlphaOptions& options);

}  // namespace renyi
