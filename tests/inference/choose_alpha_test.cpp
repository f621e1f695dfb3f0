#include "renyi/inference/choose_alpha.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "renyi/core/error.hpp"
#include "tests/support/function_density.hpp"
#include "tests/support/regression_density.hpp"

namespace renyi::choose_alpha_test {
namespace {

using testing::FunctionDensity;

TEST(ChooseAlpha, ALowerOrderCoversWhatTheFamilyCannotFollow) {
  // Correlated coordinates and a factorised family: alpha = 1 is too narrow.
  const Matrix precision = Matrix{{1.0, 0.8}, {0.8, 1.0}};
  const FunctionDensity density(2, [&](const Vector& x, Vector& gradient) {
    gradient = -precision * x;
    return -0.5 * x.dot(precision * x);
  });
  const auto choice =
      choose_alpha(density, {.family = FamilyKind::mean_field, .draws = 50}, default_alphas());
  ASSERT_EQ(choice.fits.size(), 4U);
  EXPECT_NE(choice.fits[choice.chosen].alpha, Alpha::vi()) << choice.reason;
  const auto& vi = choice.fits.front().trust;
  const auto& best = choice.fits[choice.chosen].trust;
  EXPECT_GT(best.diagnostics.effective_draws, vi.diagnostics.effective_draws);
  EXPECT_GT(best.sd(0), vi.sd(0));
}

TEST(ChooseAlpha, SaysWhereNoOrderCanBeTrusted) {
  const FunctionDensity cauchy(3, [](const Vector& x, Vector& gradient) {
    gradient = -2.0 * x.array() / (1.0 + x.array().square());
    return -(1.0 + x.array().square()).log().sum();
  });
  const auto choice = choose_alpha(cauchy, {}, {Alpha(1.0), Alpha(0.5)});
  EXPECT_EQ(choice.fits[choice.chosen].trust.verdict, Verdict::do_not_trust);
  EXPECT_NE(choice.reason.find("no order gave weights that can be trusted"), std::string::npos)
      << choice.reason;
}

TEST(ChooseAlpha, NeedsALadder) {
  EXPECT_THROW(choose_alpha(testing::RegressionDensity(9, 2), {}, {}), UsageError);
}

}  // namespace
}  // namespace renyi::choose_alpha_test
