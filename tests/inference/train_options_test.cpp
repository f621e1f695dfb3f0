#include "renyi/inference/train_options.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <set>
#include <string>

#include "renyi/core/error.hpp"
#include "renyi/core/options.hpp"

namespace renyi::train_options_test {
namespace {

TEST(TrainOptions, RefuseWhatHasNoMeaning) {
  EXPECT_NO_THROW(TrainOptions{}.validate());
  const TrainOptions bad[] = {{.draws = 0},
                              {.draws = (std::int64_t{1} << 24) + 1},
                              {.batch = 0},
                              {.epochs = -1},
                              {.learning_rate = 0.0},
                              {.learning_rate = std::nan("")},
                              {.learning_rate = std::numeric_limits<double>::infinity()},
                              {.schedule = Stages{}},
                              {.averaging = 1.5},
                              {.clip = -1.0},
                              {.patience = -1},
                              {.adam = {.beta1 = 1.0}}};
  for (const TrainOptions& options : bad) EXPECT_THROW(options.validate(), UsageError);
  EXPECT_THROW(
      (TrainOptions{.alpha = Alpha::vr_max(), .estimator = Estimator::doubly_reparameterised}
           .validate()),
      UsageError);
}

TEST(TrainOptions, TakeTheirLengthFromTheStagesUnlessItIsGiven) {
  EXPECT_EQ((TrainOptions{.schedule = growing_stages(8, 3, 1e-3)}.epoch_count()), 3280);
  EXPECT_EQ((TrainOptions{.epochs = 7, .schedule = growing_stages(8, 3, 1e-3)}.epoch_count()), 7);
  EXPECT_EQ(TrainOptions{}.epoch_count(), 500);
}

TEST(TrainOptions, DescribeEachFieldOnce) {
  const TrainOptions options;
  std::set<std::string> names;
  for_each_field(options, [&](const std::string& name, const auto& /*value*/, const char* text) {
    EXPECT_TRUE(names.insert(name).second) << name;
    EXPECT_FALSE(std::string(text).empty()) << name;
  });
  EXPECT_EQ(names.size(), 14U);
  EXPECT_FALSE(names.contains("seed"));
}

TEST(Backward, HasNames) {
  for (const auto backward : {Backward::all, Backward::one})
    EXPECT_EQ(parse_enum<Backward>(to_string(backward)), backward);
}

}  // namespace
}  // namespace renyi::train_options_test
