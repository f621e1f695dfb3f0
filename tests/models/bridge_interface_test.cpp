#include "renyi/models/bridge_interface.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "renyi/core/error.hpp"

namespace renyi::bridge_interface_test {
namespace {

const std::string folder = RENYI_BRIDGE_DIR "/";

TEST(BridgeInterface, IsFoundWhole) {
  const SharedLibrary library(folder + "misbehaving_model.so");
  const BridgeInterface bridge = load_bridge_interface(library);
  char* message = nullptr;
  bs_model* const model = bridge.model_construct(R"({"scale": 2})", 1, &message);
  ASSERT_NE(model, nullptr);
  EXPECT_STREQ(bridge.name(model), "misbehaving_model");
  EXPECT_STREQ(bridge.param_unc_names(model), "x");
  const double x = 1.0;
  double value = 0.0, gradient = 0.0;
  EXPECT_EQ(bridge.log_density_gradient(model, false, true, &x, &value, &gradient, &message), 0);
  EXPECT_NEAR(value, -0.125 - std::log(2.0) - 0.5 * std::log(2.0 * std::numbers::pi), 1e-14);
  EXPECT_DOUBLE_EQ(gradient, -0.25);
  bridge.model_destruct(model);
}

std::string refusal(const std::string& file) {
  const SharedLibrary library(folder + file);
  try {
    load_bridge_interface(library);
  } catch (const DataError& error) {
    return error.what();
  }
  return "none";
}

TEST(BridgeInterface, AnotherMajorVersionIsRefused) {
  EXPECT_EQ(refusal("other_version_model.so"),
            folder +
                "other_version_model.so: expected a model compiled by BridgeStan 2.x, found "
                "version 1.6.1");
}

TEST(BridgeInterface, AMissingFunctionIsNamed) {
  EXPECT_EQ(refusal("without_density_model.so"),
            folder +
                "without_density_model.so: expected a model compiled by BridgeStan, with the "
                "symbol bs_log_density, found no such symbol");
}

TEST(BridgeInterface, TheTextAboutTheModelMayBeMissing) {
  const SharedLibrary with(folder + "misbehaving_model.so");
  const SharedLibrary without(folder + "without_info_model.so");
  EXPECT_NE(load_bridge_interface(with).model_info, nullptr);
  EXPECT_EQ(load_bridge_interface(without).model_info, nullptr);
}

}  // namespace
}  // namespace renyi::bridge_interface_test
