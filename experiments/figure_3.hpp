// The paper's Figure 3 as a measured picture: the posteriors that local and global divergence
// minimisation give for one data set, from a factor a row (power EP) over one factor for all rows
// (stochastic EP, black-box alpha) and larger mini-batches to the bound of all rows.
#pragma once

#include <cstdint>
#include <vector>

#include "renyi/inference/local_fit.hpp"
#include "renyi/models/glm_likelihood.hpp"
#include "renyi/report/report.hpp"

namespace renyi {

struct Figure3Options {
  std::uint64_t seed = 1;
  GlmFamily likelihood = GlmFamily::logistic;
  GaussianShape family = GaussianShape::mean_field;
  std::vector<double> betas = {0.0, 0.25, 0.5, 0.75, 1.0};
  std::vector<std::int64_t> rows = {8, 32, 128};

  // Throws UsageError unless there are betas, all from 0 to 1, and numbers of rows, each a
  // multiple of 4 from 8 to 1024.
  void validate() const;

  // Without the seed, which every command has.
  template <class Self, class Visitor>
  static void describe(Self& self, Visitor&& field) {
    field("likelihood", self.likelihood, "of the regression");
    field("family", self.family, "of q");
    field("beta", self.betas, "powers of a row's likelihood: 0 is variational inference, 1 EP");
    field("rows", self.rows, "numbers N of rows, multiples of 4");
  }
};

// Two coefficients with prior N(0, I). The table is "posteriors", a row a method; the figures are
// "widths" for each N, the standard deviation against M, and "contours" for the largest N.
Report figure_3(const Figure3Options& options);

}  // namespace renyi
