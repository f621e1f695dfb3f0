#include "cli/glm_tables.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "tests/support/example_encoding.hpp"

namespace renyi::cli::glm_tables_test {
namespace {

class GlmTables : public ::testing::Test {
 protected:
  GlmTables() : encoding(renyi::testing::example_encoding()) {
    encoding.target.levels = {"no", "yes"};
    fit.mean = Vector{{0.5, -1.0}};
    fit.covariance = Matrix{{0.04, 0.0}, {0.0, 0.09}};
    fit.log_evidence = -7.5;
    fit.passes = 6;
    fit.converged = true;
    fit.site_numbers = 20;
  }

  std::string value_of(const std::string& quantity) const {
    for (const auto& row : glm_table(summary).rows)
      if (std::get<std::string>(row[0]) == quantity) {
        if (const auto* number = std::get_if<double>(&row[1])) return std::to_string(*number);
        if (const auto* count = std::get_if<std::int64_t>(&row[1])) return std::to_string(*count);
        const auto* text = std::get_if<std::string>(&row[1]);
        return text ? *text : "na";
      }
    return "none";
  }

  TableEncoding encoding;
  GlmFlags flags;
  LocalFit fit;
  GlmSummary summary{encoding, flags, GlmFamily::logistic, 10, fit};
};

TEST_F(GlmTables, SayWhatWasDone) {
  EXPECT_EQ(glm_table(summary).title, "Logistic regression of y on 1 columns");
  EXPECT_EQ(value_of("rows"), "10");
  EXPECT_EQ(value_of("method"), "expectation propagation");
  EXPECT_EQ(value_of("log evidence"), "-7.500000");
  EXPECT_EQ(value_of("numbers kept as factors"), "20");
  EXPECT_EQ(value_of("beta"), "none");
  flags.method = GlmMethod::sep;
  flags.beta = 2.5;
  EXPECT_EQ(value_of("beta"), "2.500000");
  EXPECT_EQ(value_of("alpha"), "0.750000");
  flags.method = GlmMethod::pep;
  EXPECT_EQ(value_of("alpha"), "-1.500000");
  fit.log_evidence = std::nan("");
  EXPECT_EQ(value_of("log evidence"), "na");
}

TEST_F(GlmTables, SayWhereItHasNotConverged) {
  const auto notes = glm_table(summary).notes.size();
  fit.converged = false;
  EXPECT_EQ(glm_table(summary).notes.size(), notes + 1);
}

TEST_F(GlmTables, CoefficientsAreOfStandardisedColumns) {
  const Table table = glm_coefficients_table(summary);
  ASSERT_EQ(table.rows.size(), 2U);
  EXPECT_EQ(std::get<std::string>(table.rows[0][0]), "(intercept)");
  EXPECT_EQ(std::get<std::string>(table.rows[1][0]), "x");
  EXPECT_EQ(std::get<double>(table.rows[1][1]), -1.0);
  EXPECT_DOUBLE_EQ(std::get<double>(table.rows[1][2]), 0.3);
  EXPECT_NEAR(std::get<double>(table.rows[1][3]), -1.588, 1e-3);
  EXPECT_NE(table.notes[0].find("the log odds of y = yes"), std::string::npos);
  const Figure figure = glm_coefficients_figure(summary);
  EXPECT_EQ(figure.series[0].y, std::vector<double>{-1.0});
  EXPECT_EQ(figure.x.categories, std::vector<std::string>{"x"});
}

}  // namespace
}  // namespace renyi::cli::glm_tables_test
