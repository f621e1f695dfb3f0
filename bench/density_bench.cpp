// A step of fitting a density against the gradients of the density that it needs, called bare: what
// draws, family, weights and Adam add, and what a second thread gains.
#include <fmt/format.h>

#include <cmath>

#include "bench/subjects.hpp"
#include "bench/timing.hpp"
#include "renyi/families/full_rank_family.hpp"
#include "renyi/families/mean_field_family.hpp"
#include "renyi/inference/density_objective.hpp"
#include "renyi/inference/train.hpp"
#include "renyi/models/user_density.hpp"

namespace renyi::bench {
namespace {

constexpr Index bench_rows = 300, bench_columns = 10, bench_draws = 20;
constexpr int steps_a_call = 50;
constexpr Index draws_a_call = bench_draws * steps_a_call;

// A logistic regression, its gradient automatic.
struct AutomaticRegression {
  AutomaticRegression() : features(bench_columns, bench_rows), signs(bench_rows) {
    fill_normal({.seed = 1, .purpose = Purpose::data}, {}, features);
    for (Index i = 0; i < bench_rows; ++i) signs(i) = features.col(i).sum() > 0.0 ? 1.0 : -1.0;
  }
  Index dimension() const { return bench_columns; }
  template <class T>
  T log_joint(std::span<const T> theta) const {
    T sum = -0.5 * dot(theta, theta);
    for (Index i = 0; i < bench_rows; ++i)
      sum -= softplus(-signs(i) * dot(std::span(features.col(i).data(), theta.size()), theta));
    return sum;
  }

  Matrix features;  // a row of the data is a column
  Vector signs;
};

// The same with its gradient written out.
struct AnalyticRegression {
  Index dimension() const { return bench_columns; }
  double log_joint_gradient(std::span<const double> theta, std::span<double> gradient) const {
    static thread_local Vector logits;
    const Eigen::Map<const Vector> at(theta.data(), bench_columns);
    Eigen::Map<Vector> slope(gradient.data(), bench_columns);
    logits.noalias() = model.features.transpose() * at;
    double sum = -0.5 * at.squaredNorm();
    for (Index i = 0; i < bench_rows; ++i) {
      const double logit = model.signs(i) * logits(i), e = std::exp(-std::abs(logit));
      sum -= std::log1p(e) + std::max(-logit, 0.0);
      logits(i) = model.signs(i) * (logit >= 0.0 ? e : 1.0) / (1.0 + e);
    }
    slope.noalias() = model.features * logits;
    slope -= at;
    return sum;
  }
  AutomaticRegression model = {};
};

double bare_gradient(const AutomaticRegression& model, std::span<const double> theta,
                     std::span<double> gradient) {
  return value_and_gradient([&](auto x) { return model.log_joint(x); }, theta, gradient);
}
double bare_gradient(const AnalyticRegression& model, std::span<const double> theta,
                     std::span<double> gradient) {
  return model.log_joint_gradient(theta, gradient);
}

// As many gradients as the steps of a call need, of draws that are there already: other ones at
// every step, as in a fit; repeated ones are faster.
template <class Model>
class BareCalls {
 public:
  BareCalls() { fill_normal({.seed = 2}, {}, theta_); }

  void run(ThreadPool* pool) {
    for (int step = 0; step < steps_a_call; ++step) {
      const auto one = [&](std::int64_t k) {
        constexpr auto size = static_cast<std::size_t>(bench_columns);
        values_(k) = bare_gradient(model_, {theta_.col(step * bench_draws + k).data(), size},
                                   {gradients_.col(k).data(), size});
      };
      if (pool != nullptr)
        pool->for_each(bench_draws, one);
      else
        for (Index k = 0; k < bench_draws; ++k) one(k);
      keep(values_.data());
    }
  }

 private:
  Model model_ = {};
  Matrix theta_{bench_columns, draws_a_call};
  Matrix gradients_{bench_columns, bench_draws};
  Vector values_{bench_draws};
};

// Steps of train() from one start, as fit_density() takes them.
template <class Model>
class DensitySteps {
 public:
  DensitySteps(Family& family, ThreadPool* pool)
      : objective_(density_, family, AffineMap::identity(bench_columns), Grouping::batch, pool),
        start_(Vector::Zero(family.parameters())) {}

  void run() {
    keep(train(objective_, start_,
               {.alpha = Alpha(0.5),
                .draws = bench_draws,
                .batch = 1,
                .epochs = steps_a_call,
                .learning_rate = 1e-3,
                .estimator = Estimator::doubly_reparameterised})
             .parameters.data());
  }

 private:
  UserDensity<Model> density_{Model{}};
  DensityObjective objective_;
  Vector start_;
};

std::string step_text(double seconds) {
  return fmt::format("{:.1f} us", 1e6 * seconds / steps_a_call);
}

template <class Model>
void bench_regression(Table& table, const std::string& name) {
  BareCalls<Model> bare;
  MeanFieldFamily mean_field(bench_columns);
  FullRankFamily full_rank(bench_columns);
  const auto line = [&](Family& family, const char* kind) {
    DensitySteps<Model> steps(family, nullptr);
    const auto time = compare([&] { steps.run(); }, [&] { bare.run(nullptr); });
    table.line(name + ", " + kind, step_text(time.ours), step_text(time.baseline),
               time.ours / time.baseline, Goal::at_most, 1.3);
  };
  line(mean_field, "mean-field");
  line(full_rank, "full-rank");
  ThreadPool two(2);
  const auto limit = compare([&] { bare.run(&two); }, [&] { bare.run(nullptr); }, two_threads);
  table.fact(name + ", bare calls on two threads",
             fmt::format("{:.2f}x", limit.baseline / limit.ours));
  DensitySteps<Model> alone(full_rank, nullptr), shared(full_rank, &two);
  const auto time = compare([&] { shared.run(); }, [&] { alone.run(); }, two_threads);
  const std::string title = name + ", full-rank, two threads";
  if (limit.baseline / limit.ours < 1.8)
    table.void_line(title, step_text(time.ours), step_text(time.baseline),
                    "two cores are not free");
  else
    table.line(title, step_text(time.ours), step_text(time.baseline), time.baseline / time.ours,
               Goal::at_least, 1.8);
}

}  // namespace

void bench_density(Table& table) {
  table.section(fmt::format("A step of fitting a density, {} draws, against bare gradients of it",
                            bench_draws));
  bench_regression<AutomaticRegression>(table, "logistic, automatic");
  bench_regression<AnalyticRegression>(table, "logistic, analytic");
}

}  // namespace renyi::bench
