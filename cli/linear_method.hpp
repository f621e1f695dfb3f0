// Linear regression by the methods of other regressions, beside the exact posterior: what
// `renyi fit linear --method` does, and what it looks like.
#pragma once

#include <array>
#include <functional>
#include <optional>

#include "cli/glm_flags.hpp"
#include "renyi/models/linear_fit.hpp"
#include "renyi/report/report.hpp"

namespace renyi::cli {

// Those of GlmMethod, and none of them.
enum class LinearMethod : std::uint8_t { exact, laplace, ep, pep, sep, vr, bb_alpha };

}  // namespace renyi::cli

template <>
struct renyi::EnumNames<renyi::cli::LinearMethod> {
  static constexpr std::string_view what = "method";
  static constexpr std::array<std::string_view, 7> names = {"exact", "laplace", "ep",      "pep",
                                                            "sep",   "vr",      "bb-alpha"};
};

namespace renyi::cli {

struct LinearMethodFit {
  LinearFit reference = {};  // the exact posterior at the same sigma
  GlmProblem problem = {};   // in standardised units, as are the moments of ...
  LocalFit fit = {};         // ... this; its evidence is in the units of the table

  LinearModel model() const;
};

// What the method makes of a regression.
using GlmFit = std::function<LocalFit(const GlmProblem&)>;

// Sigma in the units of the table; nothing: the maximum likelihood of the exact evidence, as
// fit_linear() finds it. Throws as that does.
LinearMethodFit fit_linear_by(const GlmFit& method, double prior_precision,
                              const TableEncoding& encoding, const ConstMatrixRef& features,
                              const ConstVectorRef& targets, const std::optional<double>& sigma);

// That of other regressions, with the noise and the exact evidence.
Table linear_method_table(const GlmFlags& flags, const LinearMethodFit& fit);
// One row a coefficient, in the units of the table, beside the exact posterior.
Table linear_method_coefficients(const LinearMethodFit& fit);
Figure linear_method_figure(const GlmFlags& flags, const LinearMethodFit& fit);

}  // namespace renyi::cli
