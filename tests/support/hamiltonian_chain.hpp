// A yardstick for posteriors of many dimensions: Hamiltonian Monte Carlo with paths of about a
// quarter of a turn, in coordinates that the caller makes about standard normal. It has no bias,
// and tells the standard errors of its moments. Finding good coordinates is left to the caller.
#pragma once

#include <cmath>
#include <span>

#include "renyi/core/random.hpp"
#include "renyi/models/density.hpp"

namespace renyi::testing {

struct ChainOptions {
  Index draws = 20'000;
  Index warm_up = 100;  // draws before those
  double step = 0.4;    // of the leapfrog rule, give or take a fifth
  int leaps = 4;        // to a draw
  std::uint64_t seed = 1;
};

struct Chain {
  Matrix draws = {};      // columns
  double accepted = 0.0;  // share of the proposals
};

// theta = root u, with u of about unit variance; starts at `start`.
inline Chain hamiltonian_chain(const Density& density, const Vector& start, const Matrix& root,
                               const ChainOptions& options = {}) {
  const Index dimension = start.size();
  Vector theta = start, gradient(dimension), momentum(dimension);
  double value = log_joint(density, theta, &gradient);
  Chain chain{.draws = Matrix(dimension, options.draws)};
  for (Index k = -options.warm_up; k < options.draws; ++k) {
    const Stream stream{options.seed, Purpose::test,
                        static_cast<std::uint32_t>(k + options.warm_up)};
    double uniforms[2];
    fill_uniform(stream, {.row = 1}, std::span<double>(uniforms));
    fill_normal(stream, {}, std::span(momentum.data(), static_cast<std::size_t>(dimension)));
    const double step = options.step * (0.8 + 0.4 * uniforms[0]);
    const double energy = 0.5 * momentum.squaredNorm() - value;
    Vector proposal = theta, slope = gradient;
    double proposed = value;
    momentum += 0.5 * step * root.transpose() * slope;
    for (int leap = 1; leap <= options.leaps; ++leap) {
      proposal += step * root * momentum;
      proposed = log_joint(density, proposal, &slope);
      momentum += (leap < options.leaps ? 1.0 : 0.5) * step * root.transpose() * slope;
    }
    const double change = 0.5 * momentum.squaredNorm() - proposed - energy;
    if (uniforms[1] < std::exp(-change)) {
      theta = proposal;
      gradient = slope;
      value = proposed;
      if (k >= 0) chain.accepted += 1.0 / static_cast<double>(options.draws);
    }
    if (k >= 0) chain.draws.col(k) = theta;
  }
  return chain;
}

struct ChainMoments {
  Vector mean = {}, mean_error = {};  // of each coordinate, and its standard error
  Vector sd = {}, sd_error = {};
};

// Errors by the spread of the means of fifty batches, which are nearly independent.
inline ChainMoments chain_moments(const Matrix& draws) {
  constexpr Index batches = 50;
  const Index length = draws.cols() / batches;
  const auto error_of_mean = [&](const Matrix& values) {
    Matrix means(values.rows(), batches);
    for (Index b = 0; b < batches; ++b)
      means.col(b) = values.middleCols(b * length, length).rowwise().mean();
    const Vector mean = means.rowwise().mean();
    const Vector squares = (means.colwise() - mean).rowwise().squaredNorm();
    return Vector((squares / static_cast<double>(batches * (batches - 1))).cwiseSqrt());
  };
  ChainMoments moments;
  moments.mean = draws.rowwise().mean();
  moments.mean_error = error_of_mean(draws);
  const Matrix squares = (draws.colwise() - moments.mean).cwiseAbs2();
  moments.sd = squares.rowwise().mean().cwiseSqrt();
  moments.sd_error = 0.5 * error_of_mean(squares).cwiseQuotient(moments.sd);
  return moments;
}

}  // namespace renyi::testing
