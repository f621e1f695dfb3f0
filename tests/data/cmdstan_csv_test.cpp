#include "renyi/data/cmdstan_csv.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <bit>
#include <cmath>
#include <cstdint>

#include "renyi/core/error.hpp"
#include "renyi/core/log_space.hpp"
#include "renyi/data/npy.hpp"
#include "tests/support/gzip.hpp"
#include "tests/support/temporary_folder.hpp"

namespace renyi::cmdstan_csv_test {
namespace {

using testing::TemporaryFolder;

CmdStanDraws read(const std::string& text) {
  auto source = ByteSource::of_memory(text, "draws.csv");
  return read_cmdstan_csv(source);
}

std::string message_of(const std::string& text) {
  try {
    read(text);
  } catch (const DataError& error) {
    return error.what();
  }
  return "no error";
}

// What CmdStan's variational method writes.
const std::string variational =
    "# stan_version_major = 2\n"
    "# method = variational\n"
    "#   variational\n"
    "#     output_samples = 2 (Default)\n"
    "# data\n"
    "#   file = a=b.json\n"
    "lp__,log_p__,log_g__,beta.1,sigma\n"
    "# Stepsize adaptation complete.\n"
    "# eta = 1\n"
    "0,0,0,0.5,2\n"
    "0,-3.5,-1.25,1,2.5\n"
    "0,-inf,-2,-1,1.5\n";

TEST(CmdStanCsv, ReadsTheMeanApartFromTheDraws) {
  for (const std::string& text : {variational, testing::gzip(variational)}) {
    const CmdStanDraws draws = read(text);
    EXPECT_EQ(draws.names,
              (std::vector<std::string>{"lp__", "log_p__", "log_g__", "beta.1", "sigma"}));
    ASSERT_TRUE(draws.mean.has_value());
    EXPECT_EQ(*draws.mean, (Vector{{0, 0, 0, 0.5, 2}}));
    EXPECT_EQ(draws.values, (Matrix{{0, -3.5, -1.25, 1, 2.5}, {0, -infinity, -2, -1, 1.5}}));
    EXPECT_EQ(draws.column("sigma"), (Vector{{2.5, 1.5}}));
    EXPECT_TRUE(draws.contains("beta.1"));
    EXPECT_FALSE(draws.contains("beta"));
  }
}

TEST(CmdStanCsv, ReadsSettingsOfTheComments) {
  const CmdStanDraws draws = read(variational);
  EXPECT_EQ(draws.setting("method"), "variational");
  EXPECT_EQ(draws.setting("output_samples"), "2");
  EXPECT_EQ(draws.setting("file"), "a=b.json");
  EXPECT_EQ(draws.setting("eta"), "1");
  EXPECT_EQ(draws.setting("seed"), std::nullopt);
  EXPECT_EQ(draws.settings.size(), 5U);
}

TEST(CmdStanCsv, FilesOfOtherMethodsHaveDrawsAlone) {
  const CmdStanDraws sampled = read("# method = sample\nlp__,x\n0,1\n-2,3\n# Elapsed Time: 1 s\n");
  EXPECT_FALSE(sampled.mean.has_value());
  EXPECT_EQ(sampled.values, (Matrix{{0, 1}, {-2, 3}}));
  // Approximate draws without the row of the mean, as other programs write them.
  const CmdStanDraws others = read("log_p__,log_g__,x\n-1,-2,3\n0,0,4\n");
  EXPECT_FALSE(others.mean.has_value());
  EXPECT_EQ(others.values.rows(), 2);
}

ApproximateDraws some_draws(Index parameters, Index count) {
  ApproximateDraws draws;
  const auto number = [] { return std::bit_cast<double>(*rc::gen::arbitrary<std::uint64_t>()); };
  for (Index i = 0; i < parameters; ++i) draws.names.push_back("x." + std::to_string(i + 1));
  draws.mean = Vector::NullaryExpr(parameters, number);
  draws.values = Matrix::NullaryExpr(parameters, count, number);
  draws.log_p = Vector::NullaryExpr(count, number);
  draws.log_q = Vector::NullaryExpr(count, number);
  return draws;
}

bool same_numbers(const Matrix& a, const Matrix& b) {
  return a.rows() == b.rows() && a.cols() == b.cols() &&
         ((a.array() == b.array()) || (a.array().isNaN() && b.array().isNaN())).all();
}

RC_GTEST_PROP(CmdStanCsv, WhatIsWrittenIsReadBackToTheBit, ()) {
  const TemporaryFolder folder;
  ApproximateDraws draws =
      some_draws(*rc::gen::inRange<Index>(1, 4), *rc::gen::inRange<Index>(1, 5));
  draws.settings = {{"method", "variational"}, {"alpha", "0.5"}};
  write_cmdstan_csv(folder.path("draws.csv"), draws);
  const CmdStanDraws found = read_cmdstan_csv(folder.path("draws.csv"));
  RC_ASSERT(found.settings == draws.settings);
  RC_ASSERT(found.mean.has_value());
  const auto parameters = std::ssize(draws.names);
  RC_ASSERT(same_numbers(found.mean->tail(parameters), draws.mean));
  RC_ASSERT(same_numbers(found.values.rightCols(parameters).transpose(), draws.values));
  RC_ASSERT(same_numbers(found.column("log_p__"), draws.log_p));
  RC_ASSERT(same_numbers(found.column("log_g__"), draws.log_q));
  RC_ASSERT(found.column("lp__").isZero());
}

TEST(CmdStanCsv, IsWrittenAsCmdStanDoes) {
  const TemporaryFolder folder;
  const std::string path = folder.path("draws.csv");
  write_cmdstan_csv(path, {.settings = {{"method", "variational"}},
                           .names = {"beta.1", "sigma"},
                           .mean = Vector{{0.5, 2}},
                           .values = Matrix{{1, 0.1}, {infinity, std::nan("")}},
                           .log_p = Vector{{-3.5, -infinity}},
                           .log_q = Vector{{-1.25, 1e-300}}});
  EXPECT_EQ(testing::contents(path),
            "# method = variational\n"
            "lp__,log_p__,log_g__,beta.1,sigma\n"
            "0,0,0,0.5,2\n"
            "0,-3.5,-1.25,1,inf\n"
            "0,-inf,1e-300,0.1,NaN\n");
  EXPECT_EQ(folder.files(), 1U);
}

TEST(CmdStanCsv, WhatCannotBeWrittenLeavesNoFile) {
  const TemporaryFolder folder;
  const ApproximateDraws good = {.names = {"x"},
                                 .mean = Vector{{0.5}},
                                 .values = Matrix{{1, 2}},
                                 .log_p = Vector{{1, 2}},
                                 .log_q = Vector{{1, 2}}};
  const auto refused = [&](const auto& change) {
    ApproximateDraws bad = good;
    change(bad);
    EXPECT_THROW(write_cmdstan_csv(folder.path("draws.csv"), bad), UsageError);
  };
  refused([](auto& bad) { bad.names = {"x", "y"}; });
  refused([](auto& bad) { bad.mean = Vector{{1, 2}}; });
  refused([](auto& bad) { bad.log_p = Vector{{1}}; });
  refused([](auto& bad) { bad.log_q = Vector{{1}}; });
  for (const char* name : {"", "a,b", "a\"", "#a", "a\nb"})
    refused([&](auto& bad) { bad.names = {name}; });
  refused([](auto& bad) { bad.settings = {{"a", "b\n0,1"}}; });
  EXPECT_EQ(folder.files(), 0U);
  write_cmdstan_csv(folder.path("draws.csv"), good);
  EXPECT_EQ(folder.files(), 1U);
}

TEST(CmdStanCsv, DamageIsRefusedWithItsPlace) {
  EXPECT_EQ(message_of(""), "draws.csv: expected rows of numbers, found an empty file");
  EXPECT_EQ(message_of("# method = sample\n"),
            "draws.csv: expected rows of numbers, found an empty file");
  EXPECT_NE(message_of("lp__,x\n").find("below the header"), std::string::npos);
  EXPECT_EQ(message_of("log_p__,log_g__,x\n0,0,1\n"),
            "draws.csv: expected draws below the mean, found the end of the file");
  EXPECT_EQ(message_of("lp__,x\n1,2\n3\n"), "draws.csv, line 3: expected 2 cells, found 1");
  EXPECT_EQ(message_of("lp__,x\n1,2,3\n"), "draws.csv, line 2: expected 2 cells, found 3");
  EXPECT_NE(message_of("lp__,x\n1,two\n").find("draws.csv, line 2, column 2: expected a number"),
            std::string::npos);
  EXPECT_NE(message_of("lp__,lp__\n1,2\n").find("lp__ twice"), std::string::npos);
  EXPECT_NE(message_of("-1.5,2\n1,2\n").find("a header of names"), std::string::npos);
  EXPECT_NE(message_of("lp__,\n1,2\n").find("a header of names"), std::string::npos);
  std::string npy;
  encode_npy(Matrix{{1, 2}}, [&](std::string_view part) { npy += part; });
  EXPECT_NE(message_of(npy).find("CmdStan's CSV"), std::string::npos);
}

TEST(CmdStanCsv, AMissingColumnIsNamedWithThoseThatAreThere) {
  try {
    read(variational).column("tau");
    FAIL();
  } catch (const DataError& error) {
    EXPECT_EQ(std::string(error.what()),
              "draws.csv: expected a column tau, found the columns lp__, log_p__, log_g__, beta.1, "
              "sigma");
  }
  EXPECT_THROW(read_cmdstan_csv("/nowhere/draws.csv"), DataError);
}

TEST(CmdStanCsv, EveryTruncationIsRefusedOrGivesFewerDraws) {
  for (std::size_t size = 0; size < variational.size(); ++size) {
    try {
      const CmdStanDraws draws = read(variational.substr(0, size));
      EXPECT_EQ(draws.values.cols(), std::ssize(draws.names));
      EXPECT_LE(draws.values.rows(), 2);
    } catch (const DataError&) {  // what is cut off was needed
    }
  }
}

}  // namespace
}  // namespace renyi::cmdstan_csv_test
