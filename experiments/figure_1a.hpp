// The paper's Figure 1(a): the factorised Gaussians that approximate a correlated posterior best,
// by order. Which noise each order prefers is figure_1b.hpp's.
#pragma once

#include <vector>

#include "renyi/bound/alpha.hpp"
#include "renyi/report/report.hpp"

namespace renyi {

struct Figure1aOptions {
  std::vector<Alpha> alphas = Alpha::parse_list("-inf,0,0.5,1,inf");  // the paper's

  // Throws UsageError unless there is an order.
  void validate() const;

  template <class Self, class Visitor>
  static void describe(Self& self, Visitor&& field) {
    field("alpha", self.alphas, "orders of the bound that q is fitted by");
  }
};

// On the regression of toy_regression.hpp. The table is "precision", a row an order; the figure
// "posterior" draws each q and the posterior where their exponents are -1/2.
Report figure_1a(const Figure1aOptions& options);

}  // namespace renyi
