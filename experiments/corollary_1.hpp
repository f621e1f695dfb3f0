// The paper's Corollary 1 and Lemma 2: the order alpha_K at which the bound of K draws is right in
// the mean, found on simulated bounds and by quadrature, and the number of draws K_alpha up to
// which an order alpha < 0 stays below the evidence.
#pragma once

#include <cstdint>
#include <vector>

#include "renyi/bound/alpha.hpp"
#include "renyi/report/report.hpp"

namespace renyi {

struct Corollary1Options {
  std::uint64_t seed = 1;
  std::vector<std::int64_t> draws = {2, 5, 10, 20, 50, 100};
  std::vector<Alpha> alphas = Alpha::parse_list("-4,-2,-1,-0.5,-0.2,-0.1,-0.05");
  std::int64_t repetitions = 5000;

  // Throws UsageError unless there are draws, 1 to 1e4 each, orders, all in [-8, 0), and 2 to 1e6
  // repetitions.
  void validate() const;

  // Without the seed, which every command has.
  template <class Self, class Visitor>
  static void describe(Self& self, Visitor&& field) {
    field("draws", self.draws, "numbers of draws K whose alpha_K is found");
    field("alpha", self.alphas, "negative orders whose K_alpha is found");
    field("repetitions", self.repetitions, "how many bounds of K draws are simulated");
  }
};

// For two kinds of log-weights: the normal ones of Figure 2(b), and those of the regression of
// toy_regression.hpp with the q of VI, which are not normal. The tables are "alpha_K" and
// "K_alpha", the figures "alpha_K" and "bounds".
Report corollary_1(const Corollary1Options& options);

}  // namespace renyi
