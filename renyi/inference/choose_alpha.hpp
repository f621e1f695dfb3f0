// The order for a density, by trying: a ladder of orders, each fit going on from the last, and the
// one whose weights know the evidence best. docs/choosing-alpha.md says when that is the right
// question.
#pragma once

#include <string>
#include <vector>

#include "renyi/inference/fit_density.hpp"

namespace renyi {

struct AlphaChoice {
  std::vector<DensityFit> fits = {};  // one an order of the ladder
  std::size_t chosen = 0;
  std::string reason = {};
};

// From 1 downwards: the mass that lower orders cover grows.
std::vector<Alpha> default_alphas();

// Of the fits that have settled with a tail that can be weighed, the one of least error of the
// log evidence; where there is none, the one of lightest tail.
AlphaChoice choose_alpha(const Density& density, const DensityFitOptions& options,
                         const std::vector<Alpha>& alphas, ThreadPool* pool = nullptr,
                         const SettleHooks& hooks = {});

}  // namespace renyi
