#include "renyi/inference/shared_rows.hpp"

#include <gtest/gtest.h>

#include <functional>

#include "renyi/models/glm_density.hpp"
#include "tests/core/thread_communicator.hpp"
#include "tests/inference/allocations.hpp"
#include "tests/support/family_checks.hpp"
#include "tests/support/glm_problems.hpp"
#include "tests/support/sanitized.hpp"

namespace renyi::shared_rows_test {
namespace {

using testing::as_processes;

const Vector theta_true{{0.3, 1.0, -0.5}};
const std::vector<Index> batch = {30, 2, 17, 2, 0, 25, 9};  // one of them twice

GlmProblem rows_of(Index rows) {
  return testing::random_problem({GlmFamily::logistic}, rows, theta_true, 1);
}

// f(the whole as this process sees it), in every process.
void share(const GlmProblem& all, int processes, const std::function<void(const Density&)>& f,
           bool fast_sums = false) {
  as_processes(processes, [&](Communicator& others) {
    const Processes with{.communicator = &others, .fast_sums = fast_sums};
    const Share here = SharedRows::rows_here(all.rows(), others);
    const GlmProblem part = all.part(here.begin, here.end);
    const GlmDensity density(part);
    f(SharedRows(density, all.rows(), with));
  });
}

// Everything that a density says of rows: log_rows, its gradients, sums, theirs.
struct Said {
  Matrix values, gradients;
  Vector sums;
  Matrix sum_gradients;
  bool operator==(const Said&) const = default;
};

Said ask(const Density& density) {
  const Index draws = 4, d = density.dimension(), rows = std::ssize(batch);
  const Matrix theta = testing::normal_matrix(d, draws, 2),
               coefficients = testing::normal_matrix(draws, rows, 3);
  Said said{Matrix(draws, rows), testing::normal_matrix(d, draws, 4), Vector(draws),
            testing::normal_matrix(d, draws, 5)};
  density.log_rows(theta, batch, said.values);
  density.add_row_gradients(theta, batch, coefficients, said.gradients);
  density.log_row_sums(theta, batch, said.sums);
  density.add_row_sum_gradients(theta, batch, coefficients.col(0), said.sum_gradients);
  return said;
}

TEST(SharedRows, SayWhatOneDensityWithAllRowsDoes) {
  const GlmProblem problem = rows_of(31);
  const GlmDensity whole(problem);
  const Said said = ask(SharedRows(whole, 31, {})), expected = ask(whole);
  EXPECT_LT((said.values - expected.values).norm(), 1e-13);
  EXPECT_LT((said.gradients - expected.gradients).norm(), 1e-13);
  EXPECT_LT((said.sums - expected.sums).norm(), 1e-13);
  EXPECT_LT((said.sum_gradients - expected.sum_gradients).norm(), 1e-13);
}

// 20 processes: some have no shard.
TEST(SharedRows, HaveEqualBitsInAnyNumberOfProcessesAndThreads) {
  const GlmProblem problem = rows_of(31);
  const GlmDensity whole(problem);
  const Said alone = ask(SharedRows(whole, 31, {}));
  ThreadPool pool(3);
  EXPECT_EQ(ask(SharedRows(whole, 31, {}, &pool)), alone);
  for (const int processes : {1, 2, 3, 7, 20})
    share(problem, processes,
          [&](const Density& density) { EXPECT_EQ(ask(density), alone) << processes; });
}

TEST(SharedRows, FastSumsAreRightToRounding) {
  const GlmProblem problem = rows_of(31);
  const Said alone = ask(GlmDensity(problem));
  share(
      problem, 3,
      [&](const Density& density) {
        EXPECT_LT((ask(density).sum_gradients - alone.sum_gradients).norm(), 1e-13);
      },
      true);
}

TEST(SharedRows, AreAllHadOnceWithWholeShardsEach) {
  for (const Index rows : {1, 5, 16, 17, 31, 1000})
    for (const int processes : {1, 2, 3, 20}) {
      Index next = 0;
      std::vector<Share> shares(static_cast<std::size_t>(processes));
      as_processes(processes, [&](Communicator& others) {
        shares[static_cast<std::size_t>(others.rank())] = SharedRows::rows_here(rows, others);
      });
      for (const Share& here : shares) {
        EXPECT_EQ(here.begin, next);
        next = here.end;
      }
      EXPECT_EQ(next, rows);
    }
}

// Of a step with one bound: numbers of draws and coordinates alone.
TEST(SharedRows, SendNoMoreWhereThereAreMoreRows) {
  std::vector<std::uint64_t> bytes;
  for (const Index rows : {32, 3200})
    as_processes(2, [&](Communicator& others) {
      const Processes with{.communicator = &others};
      const Share here = SharedRows::rows_here(rows, others);
      const GlmProblem part = rows_of(rows).part(here.begin, here.end);
      const GlmDensity density(part);
      const Vector at = theta_true;
      Vector gradient;
      log_joint(SharedRows(density, rows, with), at, &gradient);
      if (others.rank() == 0) bytes.push_back(others.traffic().bytes);
    });
  EXPECT_EQ(bytes[0], bytes[1]);
  // 8 shards' numbers; their gradients, of which half are sent and half are received; the sum.
  EXPECT_LE(bytes[0], (8 * 1 + 8 * 3 + 3) * sizeof(double));
}

TEST(SharedRows, AllocateNothingAfterTheFirstCalls) {
  if (testing::is_sanitized()) GTEST_SKIP() << "sanitizers allocate in their own way";
  const GlmProblem problem = rows_of(31);
  const GlmDensity whole(problem);
  const SharedRows density(whole, 31, {});
  const Matrix theta = testing::normal_matrix(3, 4, 2),
               coefficients = testing::normal_matrix(4, 7, 3);
  Matrix values(4, 7), gradients = Matrix::Zero(3, 4);
  Vector sums(4);
  const Vector ones = Vector::Ones(4);
  const auto step = [&] {
    density.log_rows(theta, batch, values);
    density.add_row_gradients(theta, batch, coefficients, gradients);
    density.log_row_sums(theta, batch, sums);
    density.add_row_sum_gradients(theta, batch, ones, gradients);
  };
  step();
  const std::int64_t before = testing::allocations();
  step();
  EXPECT_EQ(testing::allocations(), before);
}

}  // namespace
}  // namespace renyi::shared_rows_test
