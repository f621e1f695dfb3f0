// What Laplace's method, expectation propagation and its relatives give: a Gaussian, an
// approximation of the evidence and how the iteration went.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "renyi/core/matrix.hpp"
#include "renyi/core/named_enum.hpp"

namespace renyi {

enum class GaussianShape : std::uint8_t { mean_field, full_rank };

template <>
struct EnumNames<GaussianShape> {
  static constexpr std::string_view what = "family";
  static constexpr std::array<std::string_view, 2> names = {"mean-field", "full-rank"};
};

struct LocalFit {
  Vector mean = {};
  Matrix covariance = {};
  double log_evidence = 0.0;
  std::int64_t passes = 0;    // over the data
  std::int64_t rejected = 0;  // updates that would not have been distributions
  double change = 0.0;        // of the moments in the last pass, see moment_change()
  bool converged = false;
  std::int64_t site_numbers = 0;  // that the method keeps of its factors between rows

  Vector sd() const { return covariance.diagonal().cwiseSqrt(); }
};

// The largest change of a coordinate: of its mean in standard deviations, or of log sd.
double moment_change(const ConstVectorRef& old_mean, const ConstVectorRef& old_sd,
                     const ConstVectorRef& mean, const ConstVectorRef& sd);

}  // namespace renyi
