#include "cli/glm_work.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <sstream>

#include "renyi/core/error.hpp"
#include "tests/core/thread_communicator.hpp"
#include "tests/support/glm_problems.hpp"
#include "tests/support/signalled_command.hpp"
#include "tests/support/temporary_folder.hpp"

namespace renyi::cli::glm_work_test {
namespace {

using testing::random_problem;
using testing::TemporaryFolder;

const Vector theta{{0.5, 1.0, -0.7}};

std::string table(Index rows) {
  const GlmProblem problem = random_problem({GlmFamily::logistic}, rows, theta, 1);
  std::string text = "a,b,y\n";
  for (Index i = 0; i < rows; ++i)
    text +=
        fmt::format("{},{},{}\n", problem.design(1, i), problem.design(2, i), problem.targets(i));
  return text;
}

TEST(ResumedRegressions, GoOnToTheSameModelAfterAnySignal) {
  const TemporaryFolder folder;
  const std::string data = folder.file("t.csv", table(3000));
  const auto arguments = [&](const std::string& kind, const std::string& method,
                             const std::string& name, bool resume) {
    std::vector<std::string> list = {
        "fit", kind, data, "--target=y", "--quiet", "--method=" + method,
        // A stop in every step of what takes few of them.
        method == "vr" ? "--checkpoint-every=0.02" : "--checkpoint-every=0",
        "--model=" + folder.path(name)};
    if (method == "sep") list.emplace_back("--passes=200");
    if (resume) list.emplace_back("--resume");
    return list;
  };
  for (const auto& [kind, method, signal, status] :
       {std::tuple("logistic", "ep", SIGTERM, 143), std::tuple("logistic", "sep", SIGKILL, -1),
        std::tuple("probit", "laplace", SIGINT, 130), std::tuple("linear", "vr", SIGINT, 130)}) {
    ASSERT_EQ(testing::run_command(arguments(kind, method, "whole", false)).code, 0);
    const std::string model = folder.path("m"), checkpoint = model + ".checkpoint";
    const auto stopped =
        testing::signalled(signal, checkpoint, arguments(kind, method, "m", false));
    EXPECT_EQ(stopped.status, status) << method << ": " << stopped.err;
    if (signal != SIGKILL) {
      EXPECT_NE(stopped.err.find("; --resume goes on from " + checkpoint), std::string::npos)
          << stopped.err;
    }
    EXPECT_FALSE(std::filesystem::exists(model)) << "no model of half the work";
    ASSERT_TRUE(std::filesystem::exists(checkpoint));
    const auto other = testing::run_command([&] {
      auto list = arguments(kind, method, "m", true);
      list.emplace_back("--prior-precision=2");
      return list;
    }());
    EXPECT_EQ(other.code, 65) << "another regression";
    EXPECT_NE(other.err.find("prior-precision '2', found one with prior-precision '1'"),
              std::string::npos)
        << other.err;
    const auto resumed = testing::run_command(arguments(kind, method, "m", true));
    ASSERT_EQ(resumed.code, 0) << resumed.err;
    EXPECT_EQ(testing::contents(model), testing::contents(folder.path("whole"))) << method;
    EXPECT_FALSE(std::filesystem::exists(checkpoint)) << "there is nothing to go on with";
    std::filesystem::remove(model);
  }
}

TEST(ResumedRegressions, NeedAModelToGoOnWith) {
  const TemporaryFolder folder;
  const std::string data = folder.file("t.csv", table(20));
  for (const char* kind : {"logistic", "linear"}) {
    const auto outcome =
        testing::run_command({"fit", kind, data, "--target=y", "--method=sep", "--resume"});
    EXPECT_EQ(outcome.code, 64);
    EXPECT_NE(outcome.err.find("--resume: expected --model FILE"), std::string::npos)
        << outcome.err;
  }
  const auto exact =
      testing::run_command({"fit", "linear", data, "--target=y", "--resume", "--model=m"});
  EXPECT_EQ(exact.code, 64);
  EXPECT_NE(exact.err.find("--resume: expected --method other than exact"), std::string::npos)
      << exact.err;
}

TEST(GlmWork, TellsWhatProcessesSaid) {
  const GlmProblem problem = random_problem({GlmFamily::logistic}, 90, theta, 2);
  GlmFlags flags{.method = GlmMethod::sep, .processes = {.inspect_communication = true}};
  testing::as_processes(3, [&](Communicator& others) {
    CommonOptions common;
    common.others = &others;
    GlmWork work(flags, {.kind = "logistic"}, &others, common);
    const Share mine = flags.rows_here(problem.rows(), &others);
    const LocalFit fit = work.fit(problem.part(mine.begin, mine.end), problem.rows());
    Report report{.tables = {{.name = "model"}}};
    work.add_processes(fit, report);
    ASSERT_EQ(report.tables.size(), 2U);
    EXPECT_EQ(report.tables.front().rows, (std::vector<std::vector<Cell>>{{"processes", 3}}));
    const auto& rows = report.tables.back().rows;
    EXPECT_EQ(std::get<std::string>(rows[0][0]), "passes");
    EXPECT_EQ(std::get<std::int64_t>(rows[0][1]), fit.passes);
    EXPECT_GT(std::get<double>(rows[2][1]), 0.0);
  });
}

TEST(HintIfNotAlone, NamesTheMethod) {
  testing::as_processes(2, [](Communicator& others) {
    std::ostringstream err;
    CommonOptions common{.err = &err};
    hint_if_not_alone("ep", common);
    EXPECT_EQ(err.str(), "");
    common.others = &others;
    hint_if_not_alone("ep", common);
    EXPECT_EQ(err.str(), "renyi: --method ep: needs one process; the others do nothing\n");
  });
}

}  // namespace
}  // namespace renyi::cli::glm_work_test
