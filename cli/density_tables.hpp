// What a fit of a density looks like: verdict, evidence, parameters. Its figures are
// density_figures.hpp's; where the density and the parameters' names come from is left to commands.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "renyi/inference/choose_alpha.hpp"
#include "renyi/inference/density_modes.hpp"
#include "renyi/report/report.hpp"

namespace renyi::cli {

// Draws in the units that people read, a draw a column; weights of each, sum 1, or none for equal.
struct NamedDraws {
  std::vector<std::string> names = {};
  Matrix values = {};
  Vector weights = {};
};

// Of the model named; the verdict is of all modes' draws.
Table verdict_table(const std::string& model, const DensityFit& fit, const Trust& trust);
// Of draws that another program may have made: by them alone.
Table audit_table(const Trust& trust);
// Lower bounds first, then the estimates, with intervals of 95 %. Where a density is known up to a
// constant, this and all tables below with evidence say so.
Table evidence_table(const Trust& trust);
// Mean, sd, quantiles of each parameter.
Table parameters_table(const NamedDraws& draws);
Table orders_table(const AlphaChoice& choice);
Table modes_table(const std::vector<DensityMode>& modes, const std::vector<DensityFit>& fits);

}  // namespace renyi::cli
