#include "experiments/figure_6.hpp"

#include <gtest/gtest.h>

#include "renyi/core/error.hpp"
#include "tests/experiments/report_cells.hpp"
#include "tests/experiments/vae_folders.hpp"

namespace renyi::figure_6_test {
namespace {

using testing::number;
using testing::TemporaryFolder;

class Figure6 : public ::testing::Test {
 protected:
  Figure6() { testing::write_frey(folder_); }
  template <class Options>
  Options options() const {
    Options options;
    options.data = folder_.path();
    options.iterations = 30;
    options.every = 1;
    options.images = 40;
    return options;
  }

  TemporaryFolder folder_;
  ThreadPool pool_{2};
};

// With more draws each has less of the weight.
TEST_F(Figure6, TheLargestWeightFallsWithTheNumberOfDraws) {
  const Report report = figure_6a(options<Figure6Options>(), pool_).value();
  EXPECT_TRUE(testing::well_formed(report));
  const Table& table = testing::table(report, "log_ratio");
  ASSERT_EQ(table.rows.size(), 30U);
  EXPECT_EQ(table.rows[9][1], Cell(std::int64_t{30}));
  EXPECT_GT(number(table, 9, 5), number(table, 19, 5));
  EXPECT_GT(number(table, 19, 5), number(table, 29, 5));
  EXPECT_GT(number(table, 9, 2), number(table, 29, 2));
  EXPECT_EQ(report.figures[0].series.size(), 6U);
  EXPECT_EQ(report.figures[0].series[0].x.size(), 30U);
}

TEST_F(Figure6, ShowsTheTenLargestWeights) {
  const Report report = figure_6b(options<Figure6bOptions>(), pool_).value();
  EXPECT_TRUE(testing::well_formed(report));
  const Table& table = testing::table(report, "weights");
  ASSERT_EQ(table.rows.size(), 10U);
  double sum = 0.0;
  for (std::size_t row = 0; row < 10; ++row) {
    sum += number(table, row, 2);
    if (row > 0) {
      EXPECT_LE(number(table, row, 2), number(table, row - 1, 2));
    }
  }
  EXPECT_LT(sum, 1.0 + 1e-9);
  EXPECT_GT(sum, 10.0 / 50.0);
  EXPECT_EQ(number(table, 0, 3), 0.77);
  EXPECT_EQ(table.rows[5][3], Cell(NotAvailable{}));
}

TEST_F(Figure6, StopsWhenAskedAndRefusesWhatHasNoMeaning) {
  EXPECT_FALSE(figure_6a(options<Figure6Options>(), pool_, {.stop = [] { return true; }}));
  const auto refused = [&](auto change) {
    auto options = this->options<Figure6Options>();
    change(options);
    EXPECT_THROW(options.validate(), UsageError);
  };
  refused([](Figure6Options& o) { o.data.clear(); });
  refused([](Figure6Options& o) { o.draws = {1}; });
  refused([](Figure6Options& o) { o.draws.clear(); });
  refused([](Figure6Options& o) { o.iterations = 0; });
  refused([](Figure6Options& o) { o.every = 0; });
  refused([](Figure6Options& o) { o.images = 0; });
}

}  // namespace
}  // namespace renyi::figure_6_test
