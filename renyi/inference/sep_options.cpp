#include "renyi/inference/sep_options.hpp"

#include <fmt/format.h>

#include <cmath>

#include "renyi/core/error.hpp"

namespace renyi {

void SepOptions::validate() const {
  if (!(beta >= 0.0) || !std::isfinite(beta))
    throw UsageError(fmt::format("beta: expected a finite number from 0, found {}", beta));
  if (batch < 1) throw UsageError(fmt::format("batch: expected at least one row, found {}", batch));
  if (!(damping > 0.0) || !std::isfinite(damping))
    throw UsageError(fmt::format("damping: expected a positive number, found {}", damping));
  if (passes < 1) throw UsageError(fmt::format("passes: expected at least 1, found {}", passes));
  if (combine_every < 0)
    throw UsageError(fmt::format("combine-every: expected at least 1, found {}", combine_every));
  if (draws < 2) throw UsageError(fmt::format("draws: expected at least 2, found {}", draws));
  if (chain_steps < 1)
    throw UsageError(fmt::format("chain-steps: expected at least 1, found {}", chain_steps));
  if (moments != SepMoments::quadrature && beta == 0.0)
    throw UsageError(fmt::format("beta: expected a positive number for moments by {}, found 0",
                                 to_string(moments)));
  if (grouping == SepGrouping::geometric && moments == SepMoments::quadrature)
    throw UsageError("grouping: expected rows for moments by quadrature, found geometric");
}

}  // namespace renyi
