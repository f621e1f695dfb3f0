// The paper's Figure 2(b): how the Monte-Carlo bound is biased towards alpha = 1, against alpha and
// the number of draws K, with the exact expectation beside the simulation. Also the orders alpha_K
// of Corollary 1. The example and its exact numbers are figure_2_example.hpp's.
#pragma once

#include <cstdint>
#include <vector>

#include "renyi/bound/alpha.hpp"
#include "renyi/report/report.hpp"

namespace renyi {

struct Figure2bOptions {
  std::uint64_t seed = 1;
  std::int64_t repetitions = 200;  // the paper's
  std::vector<Alpha> alphas = Alpha::parse_list("-4,-3,-2,-1,-0.5,0,0.5,1,2,3,4");
  std::vector<std::int64_t> draws = {1, 2, 5, 10, 100};

  // Throws UsageError unless there are 1 to 2^24 repetitions, and 1 to 2^24 draws each time.
  void validate() const;

  // Without the seed, which every command has.
  template <class Self, class Visitor>
  static void describe(Self& self, Visitor&& field) {
    field("alpha", self.alphas, "orders of the bound");
    field("draws", self.draws, "numbers of draws K");
    field("repetitions", self.repetitions, "how often the simulation is repeated");
  }
};

// All orders see the same draws; those of different K are independent. The tables are expected,
// simulated, standard_errors and differences, alpha by K, then comparison and alpha_K; the figure
// shows all of them.
Report figure_2b(const Figure2bOptions& options);

}  // namespace renyi
