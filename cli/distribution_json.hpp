// Distributions as users write them: short JSON on the command line or in a file. What they mean
// is renyi/bound/divergence/distribution.hpp's.
#pragma once

#include <string>

#include "renyi/bound/divergence/distribution.hpp"

namespace renyi::cli {

// One family and its parameters:
//   {"gaussian":{"mean":[0,0],"covariance":[[1,0],[0,1]]}}   full
//   {"gaussian":{"mean":[0,1],"variance":[1,2]}}             diagonal; plain numbers in 1-D
//   {"bernoulli":0.3}  {"categorical":[0.2,0.8]}  {"poisson":{"rate":3}}
//   {"exponential":{"rate":3}}  {"gamma":{"shape":2,"rate":3}}  {"beta":{"a":1,"b":2}}
//   {"dirichlet":[1,2,3]}
// A family of one parameter takes it bare or by name. Text that starts with { is JSON and `label`
// ("--p") names it in errors; all else is a file of at most 1 MiB. Throws DataError with the line
// and column of a syntax error, or the path of the wrong field ("gaussian.covariance"), what was
// expected and what was found; no_input where there is no such file.
Distribution parse_distribution(const std::string& json_or_file, const std::string& label);

}  // namespace renyi::cli
