#include "renyi/inference/sep_options.hpp"

#include <gtest/gtest.h>

#include "renyi/core/error.hpp"

namespace renyi::sep_options_test {
namespace {

TEST(SepOptions, RefusesWhatIsNone) {
  EXPECT_NO_THROW(SepOptions{}.validate());
  EXPECT_NO_THROW((SepOptions{.beta = 0.0, .damping = 3.0}.validate()));
  EXPECT_THROW((SepOptions{.beta = -0.5}.validate()), UsageError);
  EXPECT_THROW((SepOptions{.batch = 0}.validate()), UsageError);
  EXPECT_THROW((SepOptions{.damping = 0.0}.validate()), UsageError);
  EXPECT_THROW((SepOptions{.passes = 0}.validate()), UsageError);
  EXPECT_THROW((SepOptions{.draws = 1}.validate()), UsageError);
}

TEST(SepOptions, KnowsWhatNeedsDraws) {
  EXPECT_THROW((SepOptions{.beta = 0.0, .moments = SepMoments::importance}.validate()), UsageError);
  EXPECT_THROW((SepOptions{.beta = 0.0, .moments = SepMoments::mcmc}.validate()), UsageError);
  EXPECT_THROW((SepOptions{.chain_steps = 0}.validate()), UsageError);
  EXPECT_THROW((SepOptions{.grouping = SepGrouping::geometric}.validate()), UsageError);
  for (const auto moments : {SepMoments::importance, SepMoments::mcmc})
    EXPECT_NO_THROW(
        (SepOptions{.moments = moments, .grouping = SepGrouping::geometric}.validate()));
}

}  // namespace
}  // namespace renyi::sep_options_test
