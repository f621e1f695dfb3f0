#include "renyi/inference/fixed_draws.hpp"

#include <cmath>
#include <limits>
#include <numeric>
#include <string>
#include <vector>

#include "renyi/core/error.hpp"
#include "renyi/inference/minibatch_gradient.hpp"
#include "renyi/inference/quasi_newton.hpp"

namespace renyi {
namespace {

// The bound and its gradient at point after point: those that are known are told again. Unless it
// keeps them, none is.
class BoundRecord {
 public:
  BoundRecord(Index parameters, bool keeps) : parameters_(parameters), keeps_(keeps) {}

  template <class Evaluate>
  double next(const Evaluate& evaluate, Vector& gradient) {
    if (!keeps_) return evaluate(gradient);
    if (told_ == std::ssize(values_)) {
      values_.push_back(evaluate(gradient));
      gradients_.insert(gradients_.end(), gradient.begin(), gradient.end());
    }
    gradient = Eigen::Map<const Vector>(gradients_.data() + told_ * parameters_, parameters_);
    return values_[static_cast<std::size_t>(told_++)];
  }

  void archive(StateArchive& archive) {
    archive("values", values_);
    archive("gradients", gradients_);
    if (std::ssize(gradients_) != parameters_ * std::ssize(values_))
      archive.refuse("a gradient for each of " + std::to_string(values_.size()) + " values",
                     std::to_string(gradients_.size()) + " numbers");
  }

 private:
  Index parameters_;
  bool keeps_;
  Index told_ = 0;
  std::vector<double> values_ = {}, gradients_ = {};
};

}  // namespace

Settled train_fixed_draws(Objective& objective, const Vector& start, TrainOptions train,
                          Legs* legs) {
  if (!train.alpha.is_finite() || train.alpha.value() < 1.0)
    throw UsageError("alpha: expected a finite order of 1 or more with fixed draws, found " +
                     train.alpha.to_string() + "; lower ones need new draws at every step");
  train.estimator = Estimator::reparameterised;
  train.backward = Backward::all;
  train.batch = objective.rows();
  std::vector<Index> rows(static_cast<std::size_t>(objective.rows()));
  std::iota(rows.begin(), rows.end(), 0);
  MinibatchGradient at_point;
  minibatch_gradient(objective, train, start, rows, 0, at_point);  // throws where it has no bound
  BoundRecord record(start.size(), legs != nullptr && legs->keeps());
  Leg leg(legs, [&](StateArchive& archive) { record.archive(archive); });
  const auto best = maximise_smooth(
      [&](const Vector& at, Vector& out) {
        leg.pause();
        return record.next(
            [&](Vector& gradient) {
              gradient.setZero(at.size());
              try {
                minibatch_gradient(objective, train, at, rows, 0, at_point);
              } catch (const NumericalError&) {  // a step too far
                return -std::numeric_limits<double>::infinity();
              }
              gradient = at_point.gradient;
              return at_point.value;
            },
            out);
      },
      start, {.iterations = 2000, .gradient_tolerance = 1e-4});
  leg.end();
  Settled result{.parameters = best.at, .settled = best.converged, .steps = best.evaluations};
  result.stages.push_back({.steps = best.evaluations,
                           .is_stationary = best.converged,
                           .r_hat = 1.0,
                           .change = 0.0,
                           .bound = best.value});
  return result;
}

}  // namespace renyi
