#include "renyi/models/bridge_interface.hpp"

#include <fmt/format.h>

#include "renyi/core/error.hpp"

namespace renyi {
namespace {

constexpr int known_version = 2;

template <class Function>
void load_function(const SharedLibrary& library, const char* symbol, Function& function) {
  function = reinterpret_cast<Function>(library.at(symbol, "a model compiled by BridgeStan,"));
}

void check_bridge_version(const SharedLibrary& library) {
  const auto number = [&](const char* symbol) {
    return *static_cast<const int*>(library.at(symbol, "a model compiled by BridgeStan,"));
  };
  const int major = number("bs_major_version");
  if (major != known_version)
    throw DataError({.file = library.path()},
                    fmt::format("a model compiled by BridgeStan {}.x", known_version),
                    fmt::format("version {}.{}.{}", major, number("bs_minor_version"),
                                number("bs_patch_version")));
}

}  // namespace

BridgeInterface load_bridge_interface(const SharedLibrary& library) {
  check_bridge_version(library);
  BridgeInterface bridge{};
  load_function(library, "bs_model_construct", bridge.model_construct);
  load_function(library, "bs_model_destruct", bridge.model_destruct);
  load_function(library, "bs_free_error_msg", bridge.free_error_msg);
  load_function(library, "bs_name", bridge.name);
  load_function(library, "bs_param_names", bridge.param_names);
  load_function(library, "bs_param_unc_names", bridge.param_unc_names);
  load_function(library, "bs_param_num", bridge.param_num);
  load_function(library, "bs_param_unc_num", bridge.param_unc_num);
  load_function(library, "bs_param_constrain", bridge.param_constrain);
  load_function(library, "bs_log_density", bridge.log_density);
  load_function(library, "bs_log_density_gradient", bridge.log_density_gradient);
  load_function(library, "bs_rng_construct", bridge.rng_construct);
  load_function(library, "bs_rng_destruct", bridge.rng_destruct);
  if (library.find("bs_model_info") != nullptr)
    load_function(library, "bs_model_info", bridge.model_info);
  return bridge;
}

}  // namespace renyi
