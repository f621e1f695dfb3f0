// The paper's Theorem 3 and Corollary 2: how far the energy of mini-batches can lie above the bound
// of all data, on models where the theorem applies and on one where it does not. All integrals are
// over one parameter, by quadrature.
#pragma once

#include <cstdint>
#include <vector>

#include "renyi/bound/alpha.hpp"
#include "renyi/report/report.hpp"

namespace renyi {

struct Theorem3Options {
  std::vector<Alpha> alphas = Alpha::parse_list("0,0.25,0.5,0.75,0.9,0.99");
  std::int64_t batch = 2;

  // Throws UsageError unless there are orders, all finite and at most 1, and the batch is 1 to 6.
  void validate() const;

  template <class Self, class Visitor>
  static void describe(Self& self, Visitor&& field) {
    field("alpha", self.alphas, "orders of the bound, at most 1");
    field("batch", self.batch, "rows of a mini-batch, of the 6 that the models have");
  }
};

// The mean of a Gaussian, the log-rate of a Poisson and the logit of a Bernoulli variable, all with
// prior N(0, 1), and E_S over all mini-batches. A table for each ("gaussian", "poisson",
// "bernoulli"), "bb_alpha" for Corollary 2, and "counterexample"; a figure a model.
Report theorem_3(const Theorem3Options& options);

}  // namespace renyi
