#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <nlohmann/json.hpp>
#include <string>

#include "tests/support/run_command.hpp"
#include "tests/support/temporary_folder.hpp"

namespace renyi::bound_test {
namespace {

using testing::Outcome;
using testing::run_command;
using testing::TemporaryFolder;

nlohmann::json tables(const Outcome& outcome) {
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  return nlohmann::json::parse(outcome.out)["tables"];
}

TEST(BoundCommand, PrintsTheBoundOfEveryOrder) {
  const TemporaryFolder folder;
  const auto file = folder.file("w.csv", "0\n1.0986122886681098\n");  // weights 1 and 3
  const auto rows = tables(
      run_command({"bound", file, "--alpha=-inf,-1,0,1,2,inf", "--format=json"}))["bounds"]["rows"];
  const double expected[] = {std::log(3.0),       std::log(5.0) / 2.0, std::log(2.0),
                             std::log(3.0) / 2.0, std::log(1.5),       0.0};
  ASSERT_EQ(rows.size(), std::size(expected));
  for (std::size_t i = 0; i < rows.size(); ++i)
    EXPECT_NEAR(rows[i][1].get<double>(), expected[i], 1e-15) << rows[i][0];
  EXPECT_TRUE(rows[2][2].is_null()) << "one column has no error over columns";
}

TEST(BoundCommand, ReadsTheDrawsOfCmdStan) {
  const TemporaryFolder folder;
  const auto file = folder.file("draws.csv",
                                "# method = variational\nlp__,log_p__,log_g__,mu\n0,0,0,0.5\n"
                                "0,-2,-2,0.4\n0,-1,-2.0986122886681098,0.7\n");
  const auto all = tables(run_command({"bound", file, "--cmdstan", "--alpha=0", "--format=json"}));
  EXPECT_NEAR(all["bounds"]["rows"][0][1].get<double>(), std::log(2.0), 1e-15)
      << "weights 1 and 3; the first row is the mean";
  EXPECT_EQ(all["bounds"]["columns"][1], "bound_up_to_a_constant") << "Stan's own log_g__";
  const auto ours =
      folder.file("ours.csv",
                  "# method = renyi\n# up_to_a_constant = 0\nlp__,log_p__,log_g__,mu\n"
                  "0,0,0,0.5\n0,-2,-2,0.4\n0,-1,-2,0.7\n");
  const auto known = tables(run_command({"bound", ours, "--cmdstan", "--format=json"}));
  EXPECT_EQ(known["bounds"]["columns"][1], "bound");
  EXPECT_FALSE(known.contains("verdict")) << "of two draws";
  const auto bad = folder.file("bad.csv", "lp__,log_p__,log_g__\n0,NaN,1\n0,2,1\n");
  const auto refused = run_command({"bound", bad, "--cmdstan"});
  EXPECT_EQ(refused.code, 65);
  EXPECT_NE(refused.err.find("found nan in draw 1"), std::string::npos) << refused.err;
}

TEST(BoundCommand, AuditsTheDrawsOfCmdStan) {
  const TemporaryFolder folder;
  std::string draws = "lp__,log_p__,log_g__,mu\n0,0,0,0.5\n";
  for (int k = 0; k < 400; ++k)
    draws += fmt::format("0,{},-1,{}\n", -2.0 + 0.001 * std::sin(7.0 * k), std::sin(1.0 * k));
  const auto file = folder.file("draws.csv", "# method = renyi\n# weighted = 0\n" + draws);
  const auto all = tables(run_command({"bound", file, "--cmdstan", "--format=json"}));
  EXPECT_EQ(all["verdict"]["rows"][0][1], "trust it");
  const auto& estimate = all["evidence"]["rows"][4];
  EXPECT_EQ(estimate[0], "estimate");
  EXPECT_NEAR(estimate[2].get<double>(), -1.0, 1e-3);
  const auto resampled = run_command(
      {"bound", folder.file("w.csv", "# method = renyi\n# weighted = 1\n" + draws), "--cmdstan"});
  EXPECT_EQ(resampled.code, 65);
  EXPECT_NE(resampled.err.find("--weighted"), std::string::npos) << resampled.err;
}

// examples/log_weights.cpp: 6 datapoints of a model with known evidence.
TEST(BoundCommand, FindsTheEvidenceOfTheExample) {
  const auto all = tables(run_command(
      {"bound", RENYI_SOURCE_DIR "/examples/log_weights.csv", "--alpha=-1,0,1", "--format=json"}));
  const auto& rows = all["bounds"]["rows"];
  const double evidence = -1.994678790151312;
  const double error = rows[1][3].get<double>();
  EXPECT_NEAR(rows[1][1].get<double>(), evidence, 4.0 * error);
  EXPECT_LT(rows[2][1].get<double>(), evidence);
  EXPECT_GT(rows[0][1].get<double>(), rows[1][1].get<double>());
}

TEST(BoundCommand, TheSurfaceEndsAtTheBoundOfAllDraws) {
  const TemporaryFolder folder;
  const auto file = folder.file("w.csv", "0,1\n2,0\n-1,3\n0.5,-2\n");
  const auto all = tables(run_command(
      {"bound", file, "--surface", "--alpha=-inf,0.5,3", "--draws=1,2,4", "--format=json"}));
  for (std::size_t a = 0; a < 3; ++a)
    EXPECT_NEAR(all["surface"]["rows"][a][3].get<double>(),
                all["bounds"]["rows"][a][1].get<double>(), 1e-10);
}

TEST(BoundCommand, NamesColumnsByTheHeader) {
  const TemporaryFolder folder;
  const auto file = folder.file("w.csv", "first,second\n0,1\n2,0\n");
  const auto all = tables(run_command({"bound", file, "--per-column", "--format=json"}));
  EXPECT_EQ(all["columns"]["rows"][0][0], "first");
  EXPECT_EQ(all["columns"]["rows"][1][0], "second");
}

TEST(BoundCommand, RepeatsItselfFromItsResult) {
  const TemporaryFolder folder;
  const auto file = folder.file("w.csv", "0,1\n2,0\n-1,3\n");
  const auto first = run_command({"bound", file, "--surface", "--method=permutations", "--seed=4",
                                  "--alpha=0.5,-inf", "--format=json"});
  ASSERT_EQ(first.code, 0) << first.err;
  EXPECT_EQ(run_command({"--config", folder.file("r.json", first.out)}).out, first.out);
}

// ---- Bad input: one message that names the place and what was expected, and the right code ----

struct BadInput {
  const char* what;
  std::string content;
  const char* message;
};

TEST(BoundCommand, FingerprintsTheNumbersNotTheirSpelling) {
  const TemporaryFolder folder;
  const auto source = [&](const char* name, const char* text) {
    const auto outcome = run_command({"bound", folder.file(name, text), "--format=json"});
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    return nlohmann::json::parse(outcome.out)["data"][0];
  };
  const auto plain = source("a.csv", "0.5,1\n2,3\n");
  EXPECT_EQ(plain["rows"], 2);
  EXPECT_EQ(plain["fingerprint"], source("b.csv", "x;y\n5e-1;1.0\n2;3\n")["fingerprint"]);
  EXPECT_NE(plain["fingerprint"], source("c.csv", "0.5,1\n3,2\n")["fingerprint"]);
}

TEST(BoundCommand, RefusesBadFilesByNamingThePlace) {
  const TemporaryFolder folder;
  const std::string path = folder.path("w.csv");
  for (const auto& [what, content, message] : {
           BadInput{"empty", "", ": expected rows of numbers, found an empty file"},
           BadInput{"header only", "a,b\n",
                    ": expected rows of numbers below the header, found the end of the file"},
           BadInput{"ragged", "1,2\n3\n", ", line 2: expected 2 cells, found 1"},
           BadInput{"text", "1,2\n3,x\n", ", line 2, column 2: expected a number, found 'x'"},
           BadInput{"nan", "1,2\nNaN,4\n",
                    ", line 2, column 1: expected a number or -inf, found NaN"},
           BadInput{"inf", "# comment\n1,2\n3,inf\n",
                    ", line 3, column 2: expected a number or -inf, found inf"},
           BadInput{"empty cell", "1,2\n3,\n",
                    ", line 2, column 2: expected a number, found an empty cell"},
       }) {
    const auto outcome = run_command({"bound", folder.file("w.csv", content)});
    EXPECT_EQ(outcome.code, 65) << what;
    EXPECT_EQ(outcome.err, "renyi: " + path + message + "\n") << what;
    EXPECT_EQ(outcome.out, "") << what;
  }
}

TEST(BoundCommand, RefusesFilesThatAreNone) {
  const TemporaryFolder folder;
  const auto missing = run_command({"bound", folder.path("missing.csv")});
  EXPECT_EQ(missing.code, 66);
  EXPECT_NE(missing.err.find("missing.csv"), std::string::npos);
  EXPECT_EQ(run_command({"bound", folder.path()}).code, 66);
}

TEST(BoundCommand, RefusesATruncatedNpy) {
  const TemporaryFolder folder;
  std::string header = "{'descr': '<f8', 'fortran_order': False, 'shape': (1000000000000, 2), }";
  header.resize(117, ' ');
  header += '\n';
  const std::string bytes = std::string("\x93NUMPY\x01\x00", 8) + static_cast<char>(header.size()) +
                            '\0' + header + "12345678";
  const auto outcome = run_command({"bound", folder.file("w.npy", bytes)});
  EXPECT_EQ(outcome.code, 65);
  EXPECT_NE(outcome.err.find("w.npy"), std::string::npos);
}

TEST(BoundCommand, RefusesNumbersOfDrawsThatTheFileDoesNotHave) {
  const TemporaryFolder folder;
  const auto file = folder.file("w.csv", "0\n1\n2\n");
  for (const char* draws : {"--draws=0", "--draws=4", "--draws=1,-2"}) {
    const auto outcome = run_command({"bound", file, "--surface", draws});
    EXPECT_EQ(outcome.code, 64) << draws;
    EXPECT_NE(outcome.err.find("--draws: expected numbers from 1 to 3"), std::string::npos)
        << outcome.err;
  }
}

}  // namespace
}  // namespace renyi::bound_test
