// Stochastic EP's site by Markov chains (section 4.3 of the paper): each draw from q takes a few
// steps that leave the tilted distribution as it is. Weights of a few draws never decide, so that
// this serves where tilted distributions are far from q, too.
#pragma once

#include "renyi/inference/drawn_sep.hpp"

namespace renyi {

// Elliptical slice sampling (Murray, Adams and MacKay 2010), whose prior is q and whose likelihood
// is (f / site)^beta: no step size, no gradient. The same random numbers make chains that leave q
// as it is, whose draws correct the bias. A chain starts at q, and is short of the tilted
// distribution by about 2^-steps of the difference of second moments.
class ChainSep : public DrawnSep {
 public:
  ChainSep(const GlmProblem& problem, const SepOptions& options, Index batch);

 private:
  bool prepare(std::uint32_t step, NaturalGaussian& plain) override;
  bool tilt(Index first, Index count, NaturalGaussian& tilted) override;

  // An angle at first and then after each rejection, up to so many; then the draw stays.
  static constexpr Index angles = 10;

  // A step of all chains: where it may lead, as a difference from q's mean.
  struct Turn {
    Matrix other;              // d x K: the other axis of each ellipse
    Matrix scaled;             // the site's precision times it
    Matrix predictors;         // batch x K: of the other axis
    Vector linear, quadratic;  // K: the site's linear and quadratic form of it
    Matrix uniforms;           // (1 + angles) x K: the slice's level and the angles
  };
  // One chain: its draw, as a difference from q's mean, and the site's forms of it.
  struct State {
    Vector draw;
    Index first = 0, count = 0;  // the rows of the tilted distribution, and ...
    Vector predictors;           // ... their predictors, as differences from those of q's mean
    double linear = 0.0, quadratic = 0.0, cross = 0.0;  // cross: with the other axis
  };

  void set_turn(std::uint32_t step, std::uint64_t number, Turn& turn);
  // Of state * cosine + other axis * sine, up to a constant.
  double log_weight(const Turn& turn, Index k, double cosine, double sine) const;
  void turn_state(const Turn& turn, Index k, double cosine, double sine);
  void move(const Turn& turn, Index k);

  std::vector<Turn> turns_;
  State state_;
  Matrix starts_, ends_;     // d x K
  Matrix start_predictors_;  // batch x K
  Vector start_linear_, start_quadratic_;
  Vector mean_predictors_, slope_;  // of q's mean; of the site's logarithm there
};

}  // namespace renyi
