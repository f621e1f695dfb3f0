#include "renyi/core/matmul.hpp"

#include <gtest/gtest.h>
#include <pthread.h>
#include <signal.h>
#include <sys/time.h>
#include <ucontext.h>

#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

#include "renyi/core/error.hpp"
#include "renyi/core/random.hpp"

namespace renyi::matmul_test {
namespace {

MatrixF normal(Index rows, Index cols, std::uint64_t seed) {
  MatrixF m(rows, cols);
  fill_normal({.seed = seed}, {}, m);
  return m;
}

// |C - A B| <= gamma |A| |B| entry by entry: any order of summation keeps within
// gamma = (k + 3) eps of the sum of absolute values, with factor and keep.
void check(const MatrixF& a, const MatrixF& b, const MatrixF& before, const MatrixF& got,
           float factor, float keep) {
  using Double = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
  const Double x = a.cast<double>(), y = b.cast<double>(), z = before.cast<double>();
  const Double exact = double{factor} * (x * y) + double{keep} * z;
  const double gamma = (static_cast<double>(a.cols()) + 3) * 0x1p-24;
  const Double bound = gamma * (std::abs(double{factor}) * (x.cwiseAbs() * y.cwiseAbs()) +
                                std::abs(double{keep}) * z.cwiseAbs());
  const Double error = (got.cast<double>() - exact).cwiseAbs();
  EXPECT_TRUE((error.array() <= bound.array()).all())
      << a.rows() << " x " << a.cols() << " x " << b.cols();
}

TEST(Matmul, EqualsDoublePrecisionWithinTheBoundOfItsRounding) {
  for (const auto& [m, k, n] : {std::array<Index, 3>{1, 1, 1},
                                {3, 5, 7},
                                {17, 33, 9},
                                {100, 784, 200},
                                {500, 20, 200},
                                {300, 200, 20},
                                {131, 64, 50},
                                {200, 500, 64}})
    for (const float factor : {1.0f, -0.5f})
      for (const float keep : {0.0f, 1.0f, 0.25f}) {
        const MatrixF a = normal(m, k, 1), b = normal(k, n, 2), before = normal(m, n, 3);
        const MatrixF at = a.transpose(), bt = b.transpose();
        MatrixF c = before;
        matmul(a, b, c, factor, keep);
        check(a, b, before, c, factor, keep);
        c = before;
        matmul(transposed(at), b, c, factor, keep);
        check(a, b, before, c, factor, keep);
        c = before;
        matmul(a, transposed(bt), c, factor, keep);
        check(a, b, before, c, factor, keep);
        c = before;
        matmul(transposed(at), transposed(bt), c, factor, keep);
        check(a, b, before, c, factor, keep);
      }
}

TEST(Matmul, ReadsAndWritesBlocksOfLargerMatrices) {
  const MatrixF large_a = normal(40, 50, 4), large_b = normal(60, 70, 5);
  MatrixF large_c = MatrixF::Constant(30, 30, 7.0f);
  matmul(large_a.block(3, 4, 20, 30), large_b.block(10, 20, 30, 12), large_c.block(5, 6, 20, 12));
  const MatrixF a = large_a.block(3, 4, 20, 30), b = large_b.block(10, 20, 30, 12);
  check(a, b, MatrixF::Zero(20, 12), large_c.block(5, 6, 20, 12), 1.0f, 0.0f);
  large_c.block(5, 6, 20, 12).setConstant(7.0f);
  EXPECT_TRUE((large_c.array() == 7.0f).all());
}

TEST(Matmul, IsEqualBitForBitForAnyNumberOfThreads) {
  for (const Index m : {1, 47, 100, 333, 1000}) {
    const MatrixF a = normal(m, 120, 6), b = normal(120, 64, 7), at = a.transpose();
    MatrixF first(m, 64), first_transposed(m, 64);
    matmul(a, b, first);
    matmul(transposed(at), b, first_transposed);
    check(a, b, MatrixF::Zero(m, 64), first, 1.0f, 0.0f);
    for (const int threads : {2, 3})
      for (int repeat = 0; repeat < 10; ++repeat) {
        ThreadPool pool(threads);
        MatrixF c = MatrixF::Zero(m, 64);
        matmul(pool, a, b, c);
        EXPECT_TRUE(c == first);
        matmul(pool, transposed(at), b, c);
        EXPECT_TRUE(c == first_transposed);
      }
  }
}

TEST(Matmul, IsEqualBitForBitForAnyNumberOfThreadsWhenNarrow) {
  const MatrixF a = normal(1000, 200, 10), b = normal(20, 200, 11);
  MatrixF first(1000, 20), c(1000, 20);
  matmul(a, transposed(b), first);
  for (const int threads : {2, 3}) {
    ThreadPool pool(threads);
    matmul(pool, a, transposed(b), c);
    EXPECT_TRUE(c == first);
  }
}

TEST(Matmul, IgnoresWhatWasThereUnlessToldToKeepIt) {
  const MatrixF a = normal(4, 3, 8), b = normal(3, 5, 9);
  MatrixF c = MatrixF::Constant(4, 5, std::numeric_limits<float>::quiet_NaN());
  matmul(a, b, c);
  EXPECT_FALSE(c.hasNaN());
}

TEST(Matmul, EmptySumsAreZero) {
  const MatrixF a(2, 0), b(0, 3);
  MatrixF c = MatrixF::Constant(2, 3, 5.0f);
  matmul(a, b, c, 1.0f, 2.0f);
  EXPECT_TRUE((c.array() == 10.0f).all());
  matmul(a, b, c);
  EXPECT_TRUE((c.array() == 0.0f).all());
  MatrixF none(0, 3);
  EXPECT_NO_THROW(matmul(MatrixF(0, 4), MatrixF(4, 3), none));
}

TEST(Matmul, RefusesShapesThatDoNotFit) {
  MatrixF c(2, 2);
  ThreadPool pool(2);
  EXPECT_THROW(matmul(MatrixF(2, 3), MatrixF(2, 2), c), UsageError);
  EXPECT_THROW(matmul(pool, MatrixF(2, 3), MatrixF(3, 4), c), UsageError);
  EXPECT_THROW(matmul(transposed(MatrixF(2, 3)), MatrixF(2, 2), c), UsageError);
}

#ifdef __x86_64__

// Which handlers interrupted what, by the stack pointer they found.
std::uintptr_t stack_begin = 0, stack_end = 0;
volatile sig_atomic_t signals = 0, astray = 0;
void look_at_stack(int /*signal*/, siginfo_t* /*info*/, void* context) {
  const auto pointer =
      static_cast<std::uintptr_t>(static_cast<ucontext_t*>(context)->uc_mcontext.gregs[REG_RSP]);
  signals = signals + 1;
  if (pointer < stack_begin || pointer >= stack_end) astray = astray + 1;
}

// A handler that interrupts a kernel which has the stack pointer elsewhere writes its frame there.
TEST(Matmul, NoHandlerRunsWhileTheStackPointerIsElsewhere) {
  pthread_attr_t attributes;
  ASSERT_EQ(::pthread_getattr_np(::pthread_self(), &attributes), 0);
  void* memory = nullptr;
  std::size_t size = 0;
  ::pthread_attr_getstack(&attributes, &memory, &size);
  ::pthread_attr_destroy(&attributes);
  stack_begin = reinterpret_cast<std::uintptr_t>(memory);
  stack_end = stack_begin + size;
  // On a stack of its own, so that the test outlives what it looks for.
  std::vector<char> own(1 << 18);
  const stack_t alternative{.ss_sp = own.data(), .ss_flags = 0, .ss_size = own.size()};
  stack_t stack_before;
  ASSERT_EQ(::sigaltstack(&alternative, &stack_before), 0);
  struct sigaction action {};
  action.sa_sigaction = look_at_stack;
  action.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_RESTART;
  struct sigaction action_before {};
  ::sigaction(SIGALRM, &action, &action_before);
  const itimerval often{.it_interval = {0, 200}, .it_value = {0, 200}}, never{};
  signals = 0;
  astray = 0;
  ::setitimer(ITIMER_REAL, &often, nullptr);
  const MatrixF a = MatrixF::Ones(500, 200), b = MatrixF::Ones(500, 784);
  MatrixF c(200, 784);
  while (signals < 300) matmul(transposed(a), b, c);  // as the gradient of weights
  ::setitimer(ITIMER_REAL, &never, nullptr);
  ::sigaction(SIGALRM, &action_before, nullptr);
  ::sigaltstack(&stack_before, nullptr);
  EXPECT_EQ(astray, 0) << "of " << signals;
}

#endif

}  // namespace
}  // namespace renyi::matmul_test
