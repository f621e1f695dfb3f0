// The paper's Theorem 1 on exact linear regression: the bound falls with alpha and is log p(D) at
// 0, so that orders of both signs hold the evidence between them. What few draws make of it is
// corollary_1.hpp's.
#pragma once

#include <cstdint>
#include <vector>

#include "renyi/bound/alpha.hpp"
#include "renyi/report/report.hpp"

namespace renyi {

struct Theorem1Options {
  std::uint64_t seed = 1;
  std::vector<Alpha> alphas = Alpha::parse_list("-inf,-4,-1,-0.5,-0.25,0,0.25,0.5,1,2,4,inf");
  std::vector<Alpha> fits = Alpha::parse_list("-inf,0,0.5,1,inf");
  std::int64_t draws = 100000;

  // Throws UsageError unless there are orders in both lists and 2 to 1e7 draws.
  void validate() const;

  // Without the seed, which every command has.
  template <class Self, class Visitor>
  static void describe(Self& self, Visitor&& field) {
    field("alpha", self.alphas, "orders of the bound");
    field("fit", self.fits, "orders that q is fitted by");
    field("draws", self.draws, "draws for the bounds by simulation");
  }
};

// On the regression of toy_regression.hpp with its factorised q. The tables are "bounds", alpha by
// q, "sandwich", a row a q, and "simulated", each finite order with the q fitted by it; the figure
// is "bounds".
Report theorem_1(const Theorem1Options& options);

}  // namespace renyi
