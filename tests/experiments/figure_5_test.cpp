#include "experiments/figure_5.hpp"

#include <gtest/gtest.h>

#include "renyi/core/error.hpp"
#include "tests/experiments/report_cells.hpp"
#include "tests/experiments/vae_folders.hpp"

namespace renyi::figure_5_test {
namespace {

using testing::number;
using testing::TemporaryFolder;

class Figure5 : public ::testing::Test {
 protected:
  Figure5() { testing::write_frey(folder_); }
  Figure5Options options() const {
    return {.data = folder_.path(),
            .epochs = 30,
            .alphas = Alpha::parse_list("1,0,-1,-50,-500"),
            .draws = {1, 5, 50},
            .repetitions = 3,
            .test_draws = 500,
            .models = folder_.path()};
  }

  TemporaryFolder folder_;
  ThreadPool pool_{1};
};

// Bounds of the same draws do not fall as the order falls, and with one draw all are the same.
TEST_F(Figure5, GapsCloseWithTheOrder) {
  const Report report = figure_5(options(), pool_).value();
  EXPECT_TRUE(testing::well_formed(report));
  const Table& gap = testing::table(report, "gap");
  ASSERT_EQ(gap.rows.size(), 5U);
  for (std::size_t row = 1; row < 5; ++row) {
    EXPECT_NEAR(number(gap, row, 1), number(gap, 0, 1), 1e-6);
    EXPECT_GE(number(gap, row, 2), number(gap, row - 1, 2));
    EXPECT_GE(number(gap, row, 3), number(gap, row - 1, 3));
  }
  EXPECT_LT(number(gap, 1, 1), 0.0);  // one draw against 500
  // Orders and K of the paper: four of five orders, both K.
  EXPECT_EQ(testing::table(report, "comparison").rows.size(), 8U);
}

TEST_F(Figure5, FindsTheFitThatIsThere) {
  const Report first = figure_5(options(), pool_).value();
  bool trained = false;
  const Report again =
      figure_5(
          options(), pool_,
          {.progress =
               [&](const VaeJobProgress& progress) { trained = trained || progress.training; }})
          .value();
  EXPECT_FALSE(trained);
  EXPECT_EQ(first.tables[0].rows, again.tables[0].rows);
}

TEST_F(Figure5, StopsWhenAskedAndRefusesWhatHasNoMeaning) {
  EXPECT_FALSE(figure_5(options(), pool_, {.stop = [] { return true; }}));
  const auto refused = [&](auto change) {
    Figure5Options options = this->options();
    change(options);
    EXPECT_THROW(options.validate(), UsageError);
  };
  refused([](Figure5Options& o) { o.data.clear(); });
  refused([](Figure5Options& o) { o.alphas.clear(); });
  refused([](Figure5Options& o) { o.draws = {5, 0}; });
  refused([](Figure5Options& o) { o.draws.clear(); });
  refused([](Figure5Options& o) { o.images = 0; });
  refused([](Figure5Options& o) { o.repetitions = 0; });
  refused([](Figure5Options& o) { o.epochs = -1; });
}

}  // namespace
}  // namespace renyi::figure_5_test
