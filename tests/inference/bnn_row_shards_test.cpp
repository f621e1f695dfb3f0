#include "renyi/inference/bnn_row_shards.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <functional>

#include "renyi/bound/renyi_bound.hpp"
#include "renyi/core/error.hpp"
#include "tests/core/thread_communicator.hpp"
#include "tests/inference/allocations.hpp"
#include "tests/support/normal_matrix.hpp"
#include "tests/support/sanitized.hpp"

namespace renyi::bnn_row_shards_test {
namespace {

using testing::as_processes;

const Stream stream{.seed = 3, .purpose = Purpose::draws, .step = 7};
const std::vector<Index> batch = {11, 2, 7, 7, 0};  // one of them twice

BnnSpec spec(Grouping grouping, KlTerm kl = KlTerm::sampled) {
  BnnSpec model;
  model.network = {.inputs = 3, .hidden = {7}, .outputs = 1};
  model.grouping = grouping;
  model.kl = kl;
  return model;
}

const std::vector<BnnSpec>& specs() {
  static const std::vector<BnnSpec> all = {spec(Grouping::batch), spec(Grouping::row),
                                           spec(Grouping::batch, KlTerm::exact)};
  return all;
}

// Three inputs and a target.
const MatrixF& data() {
  static const MatrixF rows = testing::normal_matrix(12, 4, 5).cast<float>();
  return rows;
}

// Sds large enough that every part of the gradient counts.
template <class AnyObjective>
Vector wide_start(const AnyObjective& objective) {
  Vector parameters = objective.start(11);
  const Index n = parameters.size() / 2;
  parameters.segment(n, n).array() += 7.0;
  parameters(2 * n) = -0.4;
  return parameters;
}

struct Step {
  Matrix log_weights;
  double scale = 0.0, outside = 0.0;
  Vector gradient;
  bool operator==(const Step&) const = default;
};

Step step(Objective& objective, const Vector& parameters,
          Estimator estimator = Estimator::reparameterised) {
  Step result;
  objective.draw(parameters, batch, 6, stream, result.log_weights);
  const Alpha alpha(1.0 / 3.0);
  GradientCoefficients coefficients;
  gradient_coefficients(estimator, alpha, renyi_bound(alpha, result.log_weights), coefficients);
  GradientSum<double> sum;
  sum.start(parameters.size());
  result.outside = objective.outside(parameters, sum);
  result.scale = objective.scale();
  result.gradient = sum.collect();
  objective.pull_back(parameters, coefficients, result.gradient);
  return result;
}

// Sums of a few terms in another order, in double precision. Of seven shards of five rows two are
// empty.
TEST(BnnRowShards, ComeToTheWholeMinibatch) {
  for (const BnnSpec& model : specs()) {
    BnnObjective<double> whole(model, data(), nullptr);
    const Vector parameters = wide_start(whole);
    for (const Estimator estimator : {Estimator::reparameterised, Estimator::stick_the_landing,
                                      Estimator::doubly_reparameterised}) {
      const Step expected = step(whole, parameters, estimator);
      for (const Index shards : {1, 2, 3, 7}) {
        BnnRowShards<double> cut(model, data(), shards, nullptr);
        const Step found = step(cut, parameters, estimator);
        EXPECT_TRUE(found.log_weights.isApprox(expected.log_weights, 1e-13)) << shards;
        EXPECT_TRUE(found.gradient.isApprox(expected.gradient, 1e-12)) << shards;
        EXPECT_EQ(found.scale, expected.scale);
        EXPECT_EQ(found.outside, expected.outside);
      }
    }
  }
}

TEST(BnnRowShards, AreEqualBitForBitForAnyNumberOfProcessesAndThreads) {
  ThreadPool pool(2);
  for (const BnnSpec& model : specs()) {
    BnnRowShards<float> alone(model, data(), 4, nullptr);
    const Vector parameters = wide_start(alone);
    const Step expected = step(alone, parameters);
    BnnRowShards<float> threads(model, data(), 4, &pool);
    EXPECT_EQ(step(threads, parameters), expected);
    for (const int processes : {1, 2, 3, 6})
      as_processes(processes, [&](Communicator& others) {
        BnnRowShards<float> shared(model, data(), 4, nullptr, {.communicator = &others});
        EXPECT_EQ(step(shared, parameters), expected) << processes;
      });
  }
}

TEST(BnnRowShards, FastSumsAgreeToRounding) {
  const BnnSpec& model = specs().front();
  BnnRowShards<double> alone(model, data(), 4, nullptr);
  const Vector parameters = wide_start(alone);
  const Step expected = step(alone, parameters);
  as_processes(2, [&](Communicator& others) {
    BnnRowShards<double> shared(model, data(), 4, nullptr,
                                {.communicator = &others, .fast_sums = true});
    EXPECT_TRUE(step(shared, parameters).gradient.isApprox(expected.gradient, 1e-12));
  });
}

// Of rows that are read when they are needed.
class CountedRows final : public RowSource {
 public:
  Index rows() const override { return data().rows(); }
  Index cols() const override { return data().cols(); }
  void copy(std::span<const Index> rows, float* to) const override {
    read_ += std::ssize(rows);
    RowsView(data()).copy(rows, to);
  }
  Index read() const { return read_; }

 private:
  mutable std::atomic<Index> read_ = 0;
};

TEST(BnnRowShards, AProcessReadsItsRowsAlone) {
  const BnnSpec& model = specs().front();
  const Vector parameters = wide_start(BnnObjective<float>(model, data(), nullptr));
  const std::vector<Index> own = {2, 2, 1};
  as_processes(3, [&](Communicator& others) {
    const CountedRows rows;
    BnnRowShards<float> shared(model, rows, 3, nullptr, {.communicator = &others});
    step(shared, parameters);
    EXPECT_EQ(rows.read(), own[static_cast<std::size_t>(others.rank())]);
  });
}

TEST(BnnRowShards, AStepAllocatesNothing) {
  if (testing::is_sanitized()) GTEST_SKIP() << "a sanitizer has its own allocator";
  for (const BnnSpec& model : specs()) {
    BnnRowShards<float> cut(model, data(), 3, nullptr);
    const Vector parameters = wide_start(cut);
    Step said = step(cut, parameters);
    GradientCoefficients coefficients;
    const Alpha alpha(0.5);
    gradient_coefficients(Estimator::reparameterised, alpha, renyi_bound(alpha, said.log_weights),
                          coefficients);
    const auto again = [&] {
      cut.draw(parameters, batch, 6, stream, said.log_weights);
      cut.pull_back(parameters, coefficients, said.gradient);
    };
    again();
    const auto before = testing::allocations();
    again();
    EXPECT_EQ(testing::allocations(), before);
  }
}

TEST(BnnRowShards, NoShardIsRefused) {
  EXPECT_THROW(BnnRowShards<float>(specs().front(), data(), 0, nullptr), UsageError);
}

}  // namespace
}  // namespace renyi::bnn_row_shards_test
