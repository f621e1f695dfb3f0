// The paper's Figure 2(a), an illustration of how the Monte-Carlo bound behaves, drawn with exact
// numbers: L_alpha, the expected bound of K draws between it and the bound of VI, and alpha_K. What
// is simulated is in figure_2b.hpp.
#pragma once

#include <cstdint>
#include <vector>

#include "renyi/bound/alpha.hpp"
#include "renyi/report/report.hpp"

namespace renyi {

struct Figure2aOptions {
  std::vector<Alpha> alphas = Alpha::parse_list("-4,-3,-2,-1,-0.5,0,0.5,1,2,3,4");
  std::vector<std::int64_t> draws = {1, 2, 5, 20, 100};

  // Throws UsageError unless there is an order and a number of draws, each 1 to 2^24.
  void validate() const;

  template <class Self, class Visitor>
  static void describe(Self& self, Visitor&& field) {
    field("alpha", self.alphas, "orders of the bound");
    field("draws", self.draws, "numbers of draws K");
  }
};

// On the example of Figure 2. The figures are bounds, against alpha, and alpha_K, against K; the
// tables expected, alpha by K, properties (Theorem 2 on those numbers) and alpha_K.
Report figure_2a(const Figure2aOptions& options);

}  // namespace renyi
