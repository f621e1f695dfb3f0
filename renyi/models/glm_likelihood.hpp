// Likelihoods of generalised linear models: log p(y | f) of one target given its linear predictor
// f = x' theta, with the first two derivatives in f, all of them finite wherever the value is.
// Features, priors and what is inferred are left to others.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "renyi/core/matrix.hpp"
#include "renyi/core/named_enum.hpp"

namespace renyi {

enum class GlmFamily : std::uint8_t {
  logistic,  // targets 0 and 1, P(1) = 1 / (1 + e^-f)
  probit,    // targets 0 and 1, P(1) = the standard normal's distribution function at f
  poisson,   // targets 0, 1, 2 ..., of mean e^f
  gaussian   // targets N(f, sigma^2), sigma given
};

template <>
struct EnumNames<GlmFamily> {
  static constexpr std::string_view what = "likelihood";
  static constexpr std::array<std::string_view, 4> names = {"logistic", "probit", "poisson",
                                                            "gaussian"};
};

inline bool has_two_classes(GlmFamily family) {
  return family == GlmFamily::logistic || family == GlmFamily::probit;
}

struct GlmLikelihood {
  GlmFamily family = GlmFamily::logistic;
  double sigma = 1.0;  // of `gaussian`, otherwise unused

  // Throws UsageError unless sigma is positive and finite.
  void validate() const;
  // What a target must be, for messages; nothing is wrong with those that allows() takes.
  std::string expected() const;
  bool allows(double target) const;
};

struct LikelihoodAt {
  double value;
  double first, second;  // derivatives in f; the second is never positive
};

// Of one row: what does not depend on f is computed once.
class RowLikelihood {
 public:
  // The target is one that the likelihood allows.
  RowLikelihood(const GlmLikelihood& likelihood, double target);

  GlmFamily family() const { return family_; }
  double target() const { return target_; }
  // +1 or -1, of two classes.
  double sign() const { return sign_; }
  // 1 / sigma^2, of `gaussian`.
  double precision() const { return precision_; }
  // The part of log p(y | f) that has no f in it.
  double constant() const { return constant_; }

  // A Poisson rate beyond the doubles has value and derivatives of -inf.
  LikelihoodAt at(double f) const;

 private:
  GlmFamily family_;
  double target_, sign_, precision_, constant_;
};

// Whole arrays of one length (UsageError); `first` and `second` may be empty.
void log_likelihoods(const GlmLikelihood& likelihood, std::span<const double> targets,
                     std::span<const double> predictors, std::span<double> values,
                     std::span<double> first = {}, std::span<double> second = {});

// log of the standard normal's distribution function, to full relative precision in both tails, and
// its first two derivatives.
LikelihoodAt log_normal_probability(double z);

}  // namespace renyi
