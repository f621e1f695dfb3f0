#include "experiments/maximise.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cmath>

#include "tests/support/generators.hpp"

namespace renyi::maximise_test {
namespace {

RC_GTEST_PROP(Maximise, FindsWhereAFunctionTurns, ()) {
  const double centre = *testing::number_between(-3.0, 3.0);
  const double width = *testing::number_between(0.1, 10.0);
  const auto bump = [&](double x) { return -std::log(std::cosh((x - centre) / width)); };
  const Maximum found = maximise(bump, -4.0, 5.0);
  RC_ASSERT(std::abs(found.at - centre) < 1e-6 * (1.0 + width));
  RC_ASSERT(found.value == bump(found.at));
}

TEST(Maximise, EndsAtTheEndThatIsLargest) {
  EXPECT_NEAR(maximise([](double x) { return x; }, 0.0, 1.0).at, 1.0, 1e-6);
}

}  // namespace
}  // namespace renyi::maximise_test
