// What a fitted auto-encoder looks like: what it is and how training went, as a table.
#pragma once

#include "renyi/inference/fit_vae.hpp"
#include "renyi/report/report.hpp"

namespace renyi::cli {

struct VaeSummary {
  const VaeOptions& options;
  const VaeFit& fit;
  Index images = 0;     // learned from
  Index validated = 0;  // kept apart
};

Table vae_table(const VaeSummary& summary);

}  // namespace renyi::cli
