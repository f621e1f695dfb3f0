// The paper's Figure 1(b): the bound of each order as a function of the noise sigma, with q at its
// best, and the sigma that each prefers beside the exact maximum-likelihood one.
#pragma once

#include <cstdint>
#include <vector>

#include "renyi/bound/alpha.hpp"
#include "renyi/report/report.hpp"

namespace renyi {

struct Figure1bOptions {
  std::uint64_t seed = 1;
  std::vector<Alpha> alphas = Alpha::parse_list("-inf,0,0.5,1,inf");
  bool authors_constant = false;
  std::int64_t rows = 4;
  double noise = 1.0;

  // Throws UsageError unless there is an order, 3 to 1e6 rows and a positive finite noise.
  void validate() const;

  // Without the seed, which every command has.
  template <class Self, class Visitor>
  static void describe(Self& self, Visitor&& field) {
    field("alpha", self.alphas, "orders of the bound");
    field("authors-constant", self.authors_constant,
          "the published picture: the toy data of Figure 1(a) with the authors' constant");
    field("rows", self.rows, "rows of the synthetic data");
    field("noise", self.noise, "sigma that the synthetic data are made with");
  }
};

// The data: two features of correlation -0.95, both coefficients 1, normal noise. The toy data of
// Figure 1(a) will not do: y = 0 is fitted exactly, so that every order's bound rises as sigma
// goes to 0. The published picture has optima because -N/2 log(2 pi) sigma stands in the
// authors' program where -N/2 log(2 pi sigma^2) is right; authors_constant does the same.
//
// The tables are "sigma", and with authors_constant "published"; the figure is "bound".
Report figure_1b(const Figure1bOptions& options);

}  // namespace renyi
