// BridgeStan's interface, version 2, for the type bridge::BridgeModel, which a source names before
// it includes this: the C++ stand-in for a model that BridgeStan would have compiled. Messages and
// conventions are those of BridgeStan.
//
// It has a constructor from BridgeData, `static constexpr const char* name`,
//   std::string free_names() const, names(bool transformed, bool generated) const: with commas
//   template <class T> T log_joint(std::span<const T> free, T& log_jacobian) const
//   std::vector<double> constrain(std::span<const double> free, bool, bool, std::mt19937&) const
#pragma once

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <random>
#include <span>
#include <string>
#include <vector>

#include "renyi/autodiff/value_and_gradient.hpp"
#include "tests/support/bridge/bridge_data.hpp"

// NOLINTBEGIN(readability-identifier-naming): BridgeStan's names

using bridge::BridgeModel;

struct bs_model {
  explicit bs_model(const renyi::testing::BridgeData& data)
      : model(data), free_names(model.free_names()) {
    for (const bool tp : {false, true})
      for (const bool gq : {false, true}) names[2 * tp + gq] = model.names(tp, gq);
  }

  template <class T>
  T log_density(bool jacobian, std::span<const T> free) const {
    T log_jacobian = 0.0;
    const T log_joint = model.log_joint(free, log_jacobian);
    return jacobian ? log_joint + log_jacobian : log_joint;
  }
  std::size_t size() const { return count(free_names); }
  static std::size_t count(const std::string& text) {
    return text.empty() ? 0 : 1 + static_cast<std::size_t>(std::ranges::count(text, ','));
  }

  BridgeModel model;
  std::string free_names;
  std::string names[4];
};

struct bs_rng {
  std::mt19937 engine;
};

namespace {

int bridge_failure(const std::exception& exception, const char* function, char** error_msg) {
  const std::string text = std::string(function) + " failed with exception: " + exception.what();
  if (error_msg != nullptr) *error_msg = ::strdup(text.c_str());
  return -1;
}

}  // namespace

#pragma GCC visibility push(default)
extern "C" {

extern const int bs_major_version, bs_minor_version, bs_patch_version;
#ifndef BRIDGE_MAJOR_VERSION
#define BRIDGE_MAJOR_VERSION 2
#endif
const int bs_major_version = BRIDGE_MAJOR_VERSION, bs_minor_version = 6, bs_patch_version = 1;

bs_model* bs_model_construct(const char* data, unsigned int, char** error_msg) {
  try {
    return new bs_model(renyi::testing::BridgeData(data == nullptr ? "" : data));
  } catch (const std::exception& exception) {
    bridge_failure(exception, "bs_model_construct()", error_msg);
    return nullptr;
  }
}
void bs_model_destruct(bs_model* model) { delete model; }
void bs_free_error_msg(char* error_msg) { std::free(error_msg); }
const char* bs_name(const bs_model*) { return BridgeModel::name; }
#ifndef BRIDGE_NO_INFO
const char* bs_model_info(const bs_model*) {
  return "BridgeStan version: 2.6.1\nStan C++ Defines:\n\tSTAN_THREADS=true\n";
}
#endif
const char* bs_param_names(const bs_model* model, bool include_tp, bool include_gq) {
  return model->names[2 * include_tp + include_gq].c_str();
}
const char* bs_param_unc_names(const bs_model* model) { return model->free_names.c_str(); }
int bs_param_num(const bs_model* model, bool include_tp, bool include_gq) {
  return static_cast<int>(bs_model::count(model->names[2 * include_tp + include_gq]));
}
int bs_param_unc_num(const bs_model* model) { return static_cast<int>(model->size()); }

int bs_param_constrain(const bs_model* model, bool include_tp, bool include_gq,
                       const double* theta_unc, double* theta, bs_rng* rng, char** error_msg) {
  try {
    const auto values =
        model->model.constrain({theta_unc, model->size()}, include_tp, include_gq, rng->engine);
    std::ranges::copy(values, theta);
    return 0;
  } catch (const std::exception& exception) {
    return bridge_failure(exception, "param_constrain()", error_msg);
  }
}

#ifndef BRIDGE_NO_DENSITY
int bs_log_density(const bs_model* model, bool, bool jacobian, const double* theta_unc, double* lp,
                   char** error_msg) {
  try {
    *lp = model->log_density(jacobian, std::span<const double>(theta_unc, model->size()));
    return 0;
  } catch (const std::exception& exception) {
    return bridge_failure(exception, "log_density()", error_msg);
  }
}
#endif
int bs_log_density_gradient(const bs_model* model, bool, bool jacobian, const double* theta_unc,
                            double* val, double* grad, char** error_msg) {
  try {
    *val = renyi::value_and_gradient(
        [&](std::span<const renyi::Variable> free) { return model->log_density(jacobian, free); },
        {theta_unc, model->size()}, {grad, model->size()});
    return 0;
  } catch (const std::exception& exception) {
    return bridge_failure(exception, "log_density_gradient()", error_msg);
  }
}

bs_rng* bs_rng_construct(unsigned int seed, char**) { return new bs_rng{std::mt19937(seed)}; }
void bs_rng_destruct(bs_rng* rng) { delete rng; }

}  // extern "C"
#pragma GCC visibility pop

// NOLINTEND(readability-identifier-naming)
