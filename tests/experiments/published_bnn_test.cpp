#include "experiments/published_bnn.hpp"

#include <gtest/gtest.h>

#include <string>

namespace renyi::published_bnn_test {
namespace {

TEST(PublishedBnn, HasTheTenDataSetsWithTheirSettings) {
  std::string names;
  for (const PublishedBnn& data : published_bnn()) {
    names += std::string(data.data_set) + " ";
    EXPECT_EQ(find_published_bnn(data.data_set), &data);
    const bool large = data.data_set == "protein" || data.data_set == "year";
    EXPECT_EQ(data.settings.hidden, large ? 100 : 50);
    EXPECT_EQ(data.settings.draws, large ? 10 : 100);
  }
  EXPECT_EQ(names, "boston concrete energy naval kin8nm power protein wine yacht year ");
  EXPECT_EQ(find_published_bnn("birds"), nullptr);
  EXPECT_EQ(find_published_bnn("protein")->settings.epochs, 100);
  EXPECT_EQ(find_published_bnn("protein")->settings.splits, 5);
  EXPECT_EQ(find_published_bnn("year")->settings.epochs, 40);
  EXPECT_EQ(find_published_bnn("year")->settings.splits, 1);
  EXPECT_EQ(find_published_bnn("wine")->settings.epochs, 500);
  EXPECT_EQ(find_published_bnn("wine")->settings.splits, 20);
}

// Sums of the columns of the printed tables, added up from the page: a wrong digit changes one.
TEST(PublishedBnn, HasThePrintedDigits) {
  const double ll[] = {14.46, 14.89, 14.29, 10.85, 11.58};
  const double ll_errors[] = {0.25, 0.63, 0.25, 0.15, 0.20};
  const double rmse[] = {28.36, 28.61, 28.36, 27.77, 27.96};
  const double rmse_errors[] = {0.50, 0.52, 0.47, 0.41, 0.43};
  for (std::size_t i = 0; i < published_orders; ++i) {
    const auto total = [i](BnnMetric metric, bool of_errors) {
      double sum = 0.0;
      for (const PublishedBnn& data : published_bnn()) {
        const PublishedValue value = data.values(metric)[i];
        sum += of_errors ? value.standard_error.value_or(0.0) : value.value;
      }
      return sum;
    };
    EXPECT_NEAR(total(BnnMetric::negative_log_likelihood, false), ll[i], 1e-9) << i;
    EXPECT_NEAR(total(BnnMetric::negative_log_likelihood, true), ll_errors[i], 1e-9) << i;
    EXPECT_NEAR(total(BnnMetric::rmse, false), rmse[i], 1e-9) << i;
    EXPECT_NEAR(total(BnnMetric::rmse, true), rmse_errors[i], 1e-9) << i;
  }
}

TEST(PublishedBnn, FindsValuesByOrder) {
  const PublishedBnn& energy = *find_published_bnn("energy");
  EXPECT_EQ(energy.at(BnnMetric::negative_log_likelihood, Alpha::vi()).value().value, 0.77);
  EXPECT_EQ(energy.at(BnnMetric::rmse, Alpha::iwae()).value().standard_error, 0.05);
  EXPECT_FALSE(energy.at(BnnMetric::rmse, Alpha(2.0)));
  const PublishedBnn& year = *find_published_bnn("year");
  EXPECT_EQ(year.at(BnnMetric::rmse, Alpha::vr_min()).value().value, 8.88);
  EXPECT_FALSE(year.at(BnnMetric::rmse, Alpha::vr_min()).value().standard_error);
}

// Five orders share the ranks 1 to 5.
TEST(PublishedBnn, AverageRanksAddUpTo15) {
  for (const BnnMetric metric : {BnnMetric::negative_log_likelihood, BnnMetric::rmse}) {
    double sum = 0.0;
    for (const Alpha alpha : published_alphas())
      sum += published_average_rank(metric, alpha).value().value;
    EXPECT_NEAR(sum, 15.0, 1e-9);
  }
  EXPECT_FALSE(published_average_rank(BnnMetric::rmse, Alpha(3.0)));
}

}  // namespace
}  // namespace renyi::published_bnn_test
