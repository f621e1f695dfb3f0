// The functions by which a model that BridgeStan has compiled is called, found in its library. What
// to call them for is left to SharedDensity.
#pragma once

#include "renyi/models/shared_library.hpp"

// Names and types as in BridgeStan's C interface, version 2. Where a function gives an int, 0 is
// success; else *error_msg is a text that bs_free_error_msg frees, or null.
extern "C" {
struct bs_model;  // NOLINT(readability-identifier-naming): BridgeStan's name
struct bs_rng;    // NOLINT(readability-identifier-naming): BridgeStan's name
}

namespace renyi {

struct BridgeInterface {
  bs_model* (*model_construct)(const char* data, unsigned int seed, char** error_msg);
  void (*model_destruct)(bs_model*);
  void (*free_error_msg)(char*);
  const char* (*name)(const bs_model*);
  const char* (*param_names)(const bs_model*, bool include_tp, bool include_gq);
  const char* (*param_unc_names)(const bs_model*);
  int (*param_num)(const bs_model*, bool include_tp, bool include_gq);
  int (*param_unc_num)(const bs_model*);
  int (*param_constrain)(const bs_model*, bool include_tp, bool include_gq, const double* theta_unc,
                         double* theta, bs_rng*, char** error_msg);
  int (*log_density)(const bs_model*, bool propto, bool jacobian, const double* theta_unc,
                     double* value, char** error_msg);
  int (*log_density_gradient)(const bs_model*, bool propto, bool jacobian, const double* theta_unc,
                              double* value, double* gradient, char** error_msg);
  bs_rng* (*rng_construct)(unsigned int seed, char** error_msg);
  void (*rng_destruct)(bs_rng*);
  const char* (*model_info)(const bs_model*);  // null in libraries that have none
};

// Throws DataError where a symbol is missing, which it names, or the major version is not 2.
BridgeInterface load_bridge_interface(const SharedLibrary& library);

}  // namespace renyi
