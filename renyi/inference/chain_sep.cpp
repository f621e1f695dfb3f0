#include "renyi/inference/chain_sep.hpp"

#include <cmath>
#include <numbers>

#include "renyi/core/random.hpp"

namespace renyi {
namespace {

constexpr double full_turn = 2.0 * std::numbers::pi;

}  // namespace

ChainSep::ChainSep(const GlmProblem& problem, const SepOptions& options, Index batch)
    : DrawnSep(problem, options, batch),
      turns_(static_cast<std::size_t>(options.chain_steps)),
      state_{.draw = Vector(problem.dimension()), .predictors = Vector(batch)},
      starts_(problem.dimension(), options.draws),
      ends_(problem.dimension(), options.draws),
      start_predictors_(batch, options.draws),
      start_linear_(options.draws),
      start_quadratic_(options.draws),
      mean_predictors_(batch),
      slope_(problem.dimension()) {
  for (Turn& turn : turns_)
    turn = {.other = starts_,
            .scaled = starts_,
            .predictors = start_predictors_,
            .linear = start_linear_,
            .quadratic = start_linear_,
            .uniforms = Matrix(1 + angles, options.draws)};
}

void ChainSep::set_turn(std::uint32_t step, std::uint64_t number, Turn& turn) {
  fill_normal({options().seed, Purpose::draws, step}, {.row = number}, turn.other);
  fill_uniform({options().seed, Purpose::pick, step}, {.row = number}, turn.uniforms);
  for (auto axis : turn.other.colwise()) q().upper().solveInPlace(axis);
  // Lazy products are sums of their own, and need no workspace from the heap.
  turn.scaled = site().precision.transpose().lazyProduct(turn.other);
  turn.predictors.topRows(batch()) = features().transpose().lazyProduct(turn.other);
  turn.linear.noalias() = turn.other.transpose() * slope_;
  turn.quadratic = turn.other.cwiseProduct(turn.scaled).colwise().sum().transpose();
}

bool ChainSep::prepare(std::uint32_t step, NaturalGaussian& plain) {
  mean_predictors_.head(batch()).noalias() = features().transpose() * q().mean();
  slope_ = site().shift;
  slope_.noalias() -= site().precision * q().mean();
  starts_ = draws().colwise() - q().mean();
  start_predictors_.topRows(batch()) = features().transpose().lazyProduct(starts_);
  start_linear_.noalias() = starts_.transpose() * slope_;
  ends_ = site().precision.transpose().lazyProduct(starts_);
  start_quadratic_ = starts_.cwiseProduct(ends_).colwise().sum().transpose();
  ends_ = starts_;
  std::uint64_t number = 0;
  for (Turn& turn : turns_) {
    set_turn(step, ++number, turn);
    // Of q every proposal is taken, at the first angle.
    for (Index k = 0; k < ends_.cols(); ++k) {
      const double angle = full_turn * turn.uniforms(1, k);
      ends_.col(k) = std::cos(angle) * ends_.col(k) + std::sin(angle) * turn.other.col(k);
    }
  }
  ends_.colwise() += q().mean();
  return moments().natural_of(ends_, equal_weights(), plain);
}

double ChainSep::log_weight(const Turn& turn, Index k, double cosine, double sine) const {
  double sum = 0.0;
  for (Index j = 0; j < state_.count; ++j) {
    const Index row = state_.first + j;
    sum += likelihood(row)
               .at(mean_predictors_(row) + cosine * state_.predictors(j) +
                   sine * turn.predictors(row, k))
               .value;
  }
  const double linear = cosine * state_.linear + sine * turn.linear(k);
  const double quadratic = cosine * cosine * state_.quadratic + 2.0 * cosine * sine * state_.cross +
                           sine * sine * turn.quadratic(k);
  return options().beta * (sum / static_cast<double>(state_.count) - linear + 0.5 * quadratic);
}

void ChainSep::turn_state(const Turn& turn, Index k, double cosine, double sine) {
  state_.draw = cosine * state_.draw + sine * turn.other.col(k);
  for (Index j = 0; j < state_.count; ++j)
    state_.predictors(j) =
        cosine * state_.predictors(j) + sine * turn.predictors(state_.first + j, k);
  state_.quadratic = cosine * cosine * state_.quadratic + 2.0 * cosine * sine * state_.cross +
                     sine * sine * turn.quadratic(k);
  state_.linear = cosine * state_.linear + sine * turn.linear(k);
}

void ChainSep::move(const Turn& turn, Index k) {
  state_.cross = state_.draw.dot(turn.scaled.col(k));
  const double level = log_weight(turn, k, 1.0, 0.0) + std::log(turn.uniforms(0, k));
  double angle = full_turn * turn.uniforms(1, k);
  double low = angle - full_turn, high = angle;
  for (Index a = 1; a <= angles; ++a) {
    const double cosine = std::cos(angle), sine = std::sin(angle);
    if (log_weight(turn, k, cosine, sine) > level) return turn_state(turn, k, cosine, sine);
    (angle < 0.0 ? low : high) = angle;
    if (a < angles) angle = low + (high - low) * turn.uniforms(a + 1, k);
  }
}

bool ChainSep::tilt(Index first, Index count, NaturalGaussian& tilted) {
  state_.first = first;
  state_.count = count;
  for (Index k = 0; k < ends_.cols(); ++k) {
    state_.draw = starts_.col(k);
    state_.predictors.head(count) = start_predictors_.col(k).segment(first, count);
    state_.linear = start_linear_(k);
    state_.quadratic = start_quadratic_(k);
    for (const Turn& turn : turns_) move(turn, k);
    ends_.col(k) = state_.draw + q().mean();
  }
  return moments().natural_of(ends_, equal_weights(), tilted);
}

}  // namespace renyi
