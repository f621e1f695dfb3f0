#include "renyi/inference/ordered_sum.hpp"

#include <gtest/gtest.h>

#include "renyi/core/random.hpp"
#include "tests/core/thread_communicator.hpp"

namespace renyi::ordered_sum_test {
namespace {

using testing::as_processes;

// Of very different sizes, so that another order gives other bits.
template <class T>
std::vector<VectorOf<T>> some_arrays(Index count, Index size) {
  std::vector<VectorOf<T>> arrays;
  for (Index i = 0; i < count; ++i) {
    VectorOf<T> array(size);
    fill_normal({.seed = static_cast<std::uint64_t>(i)}, {},
                std::span<T>(array.data(), static_cast<std::size_t>(size)));
    arrays.push_back(array * std::pow(T{30}, static_cast<T>(i % 3)));
  }
  return arrays;
}

template <class T>
class OrderedSumOf : public ::testing::Test {};
using Precisions = ::testing::Types<float, double>;
TYPED_TEST_SUITE(OrderedSumOf, Precisions);

TYPED_TEST(OrderedSumOf, AnyNumberOfProcessesIsThatOfOne) {
  using T = TypeParam;
  constexpr Index size = 37;
  for (const Index count : {1, 2, 4, 7}) {
    const auto arrays = some_arrays<T>(count, size);
    VectorOf<T> expected = arrays[0];
    for (Index i = 1; i < count; ++i) expected += arrays[static_cast<std::size_t>(i)];
    for (const int processes : {1, 2, 3, 5})
      as_processes(processes, [&](Communicator& all) {
        OrderedSum<T> sum;
        const Share own = share_of(count, all.rank(), processes);
        std::vector<const T*> mine;
        for (std::int64_t i = own.begin; i < own.end; ++i)
          mine.push_back(arrays[static_cast<std::size_t>(i)].data());
        for (const bool is_fast : {false, true}) {
          GradientSum<T> gradient;
          gradient.start(size);
          sum.add({&all, is_fast}, mine, count, gradient);
          const VectorOf<T> found = gradient.collect();
          if (is_fast)
            EXPECT_LE((found - expected).norm(), 1e-5 * expected.norm());
          else
            EXPECT_EQ(found, expected) << count << " arrays, " << processes << " processes";
        }
      });
  }
}

TYPED_TEST(OrderedSumOf, AloneTheArraysAreThoseThatAreAdded) {
  using T = TypeParam;
  const auto arrays = some_arrays<T>(2, 5);
  OrderedSum<T> sum;
  GradientSum<T> gradient;
  gradient.start(5);
  sum.add({}, {arrays[0].data(), arrays[1].data()}, 2, gradient);
  EXPECT_EQ(gradient.collect(), arrays[0] + arrays[1]);
}

}  // namespace
}  // namespace renyi::ordered_sum_test
