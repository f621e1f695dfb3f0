// A density from a shared library with BridgeStan's interface: any Stan model that BridgeStan has
// compiled, on its unconstrained scale, with all constants and the log Jacobians; and the way from
// there to the model's own parameters, transformed parameters and generated quantities.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "renyi/models/bridge_interface.hpp"
#include "renyi/models/density.hpp"

namespace renyi {

struct SharedDensityOptions {
  std::string data =
      {};  // a file of JSON, packed or not; JSON itself, which begins with {; or none
  std::uint32_t seed = 1;  // of what the model draws while it is made
  // That a prior is improper, or a statement such as a truncated one lacks a constant, which a
  // library cannot tell.
  bool unnormalised = false;
};

// What belongs to the output besides the parameters.
struct ConstrainOptions {
  bool transformed = true;  // parameters
  bool generated = true;    // quantities
  std::uint32_t seed = 1;   // of what they draw
};

// Where the model refuses a value of theta (a reject() or a failed check, in Stan), the density is
// -inf there, and the first refusal's message is kept. Calls from several threads are let in one by
// one unless the library says that it was built for threads.
class SharedDensity final : public Density {
 public:
  // Throws DataError: no such file, not a library, symbols missing, another version; data that the
  // model does not take, with the model's own message.
  explicit SharedDensity(const std::string& library, const SharedDensityOptions& options = {});

  const std::string& name() const { return name_; }
  bool is_threaded() const { return threaded_; }
  // Of the library's bytes, and of the data as text: where both are the same, so is the density.
  const std::string& library_fingerprint() const { return library_fingerprint_; }
  const std::string& data_fingerprint() const { return data_fingerprint_; }
  Index dimension() const override { return std::ssize(names_); }
  std::string coordinate_name(Index coordinate) const override;
  bool up_to_a_constant() const override { return unnormalised_; }
  // Both throw NumericalError where the library lets an exception through.
  void log_base(const ConstMatrixRef& theta, Eigen::Ref<Vector> values) const override;
  void log_base(const ConstMatrixRef& theta, Eigen::Ref<Vector> values,
                Eigen::Ref<Matrix> gradients) const override;

  // How often a value of theta was refused, and what was said first.
  std::int64_t refusals() const { return refusals_; }
  std::string first_refusal() const;

  // As Stan writes them: beta.1, beta.2, sigma.
  std::vector<std::string> constrained_names(const ConstrainOptions& options = {}) const;
  // A draw a column, one row a name. Throws NumericalError with the draw's number and the model's
  // message where it refuses.
  Matrix constrain(const ConstMatrixRef& theta, const ConstrainOptions& options = {}) const;

 private:
  using Model = std::unique_ptr<bs_model, void (*)(bs_model*)>;

  Model make_model(const SharedDensityOptions& options);
  // Its text, freed where it came from.
  std::string taken_message(char* message) const;
  // The value of one draw, and its gradient unless that is null.
  double evaluate(const double* theta, double* gradient) const;
  void each_draw(const ConstMatrixRef& theta, Eigen::Ref<Vector> values,
                 Eigen::Ref<Matrix>* gradients) const;

  SharedLibrary library_;
  BridgeInterface bridge_;
  std::string library_fingerprint_ = {}, data_fingerprint_ = {};
  Model model_;
  std::string name_ = {};
  std::vector<std::string> names_ = {};
  bool unnormalised_ = false, threaded_ = false;
  mutable std::mutex turn_ = {}, message_lock_ = {};
  mutable std::atomic<std::int64_t> refusals_ = 0;
  mutable std::string first_refusal_ = {};
};

}  // namespace renyi
