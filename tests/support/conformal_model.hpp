// A linear model with calibrated intervals of mean -+ sd: for the one standardised feature x the
// mean is 100 + 5 x and the sd 5 sqrt(1 + s^2 (1 + x^2)).
#pragma once

#include "renyi/models/linear_model.hpp"
#include "tests/support/example_encoding.hpp"

namespace renyi::testing {

class ConformalModel : public LinearModel {
 public:
  static constexpr double s = 0.1;

  ConformalModel()
      : LinearModel(example_encoding(), {Vector{{0, 1}}, s * s * Matrix::Identity(2, 2)}, 1.0) {}

  std::optional<Conformal> conformal() const override {
    return Conformal{.level = 0.8, .factor = 1.0, .rows = 24};
  }
};

}  // namespace renyi::testing
