// A number that the paper prints, and how far one of ours is from it. The numbers are in
// published_bnn.hpp and published_vae.hpp.
#pragma once

#include <optional>

namespace renyi {

// A mean and its standard error, as printed: to two digits behind the point.
struct PublishedValue {
  double value = 0.0;
  std::optional<double> standard_error = {};
};

// (here - paper) / sqrt(se^2 + paper's se^2 + r^2), where r^2 is the variance of rounding both
// printed numbers to two digits. Nothing where either standard error is unknown.
std::optional<double> difference_in_errors(double here, std::optional<double> standard_error,
                                           const PublishedValue& paper);

}  // namespace renyi
