// The tool under mpirun: the same files and the same output as without it.
#include "renyi/mpi/mpi_communicator.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <regex>
#include <string>

#include "tests/support/temporary_folder.hpp"

namespace renyi::mpi_communicator_test {
namespace {

using testing::contents;
using testing::TemporaryFolder;

class UnderMpirun : public ::testing::Test {
 protected:
  UnderMpirun() {
    // More processes than cores, and as anybody: on a test's machine both are meant.
    ::setenv("OMPI_ALLOW_RUN_AS_ROOT", "1", 1);
    ::setenv("OMPI_ALLOW_RUN_AS_ROOT_CONFIRM", "1", 1);
    ::setenv("OMPI_MCA_rmaps_base_oversubscribe", "1", 1);
    ::setenv("OMPI_MCA_mpi_yield_when_idle", "1", 1);
  }
  std::string path(const std::string& name) const { return folder_.path(name); }

  // The exit code of the tool in so many processes, 0: without mpirun. Its output is in `out`.
  int run(int processes, const std::string& arguments) {
    const std::string before =
        processes == 0 ? "" : fmt::format("{} -n {} ", RENYI_MPIRUN, processes);
    const int status = std::system(
        fmt::format("{}{} {} > {} 2> {}", before, RENYI_BINARY, arguments, path("out"), path("err"))
            .c_str());
    out = contents(path("out"));
    err = contents(path("err"));
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  }

  std::string out, err;

 private:
  TemporaryFolder folder_;
};

const std::string examples = std::string(RENYI_SOURCE_DIR) + "/examples/";

TEST_F(UnderMpirun, FitsHaveTheSameBits) {
  for (const std::string& fit :
       {"fit bnn " + examples + "flats.csv --target rent --epochs 3 --draws 12",
        "fit bnn " + examples +
            "flats.csv --target rent --epochs 3 --draws 12 --row-shards 3 --grouping batch",
        "fit vae " + examples + "shapes.gz --epochs 1 --draws 2 --validate 0.2"}) {
    std::string expected;
    for (const int processes : {0, 1, 2, 3}) {
      ASSERT_EQ(run(processes, fit + " --quiet --threads 1 --model " + path("model")), 0) << err;
      const std::string model = contents(path("model"));
      if (processes == 0) {
        expected = model;
        ASSERT_FALSE(expected.empty());
      }
      EXPECT_EQ(model, expected) << fit << " in " << processes << " processes";
      std::filesystem::remove(path("model"));
    }
  }
}

TEST_F(UnderMpirun, RowsThatAreReadWhenNeededGiveTheSameBits) {
  ::setenv("XDG_CACHE_HOME", path("cache").c_str(), 1);
  const std::string fit =
      "fit bnn " + examples +
      "flats.csv --target rent --epochs 3 --draws 12 --quiet --threads 1 --model ";
  ASSERT_EQ(run(0, fit + path("expected")), 0) << err;
  ASSERT_EQ(run(2, fit + path("model") + " --stream"), 0) << err;
  EXPECT_EQ(contents(path("model")), contents(path("expected")));
  ::unsetenv("XDG_CACHE_HOME");
}

TEST_F(UnderMpirun, ScoresAreThoseOfOneProcess) {
  ASSERT_EQ(run(0, "fit vae " + examples + "shapes.gz --epochs 1 --quiet --model " + path("m")), 0);
  const std::string evaluate =
      "evaluate " + path("m") + " " + examples + "shapes_test.gz --draws 50 --quiet";
  ASSERT_EQ(run(0, evaluate), 0);
  const std::string expected = out;
  ASSERT_EQ(run(3, evaluate), 0) << err;
  EXPECT_EQ(out, expected);
}

TEST_F(UnderMpirun, GoesOnInAnotherNumberOfProcesses) {
  const std::string fit = "fit bnn " + examples + "flats.csv --target rent --draws 12 --quiet ";
  ASSERT_EQ(run(0, fit + "--epochs 6 --schedule constant --model " + path("whole")), 0) << err;
  ASSERT_EQ(run(3, fit + "--epochs 2 --schedule constant --model " + path("m")), 0) << err;
  ASSERT_EQ(run(2, fit + "--epochs 6 --schedule constant --resume --model " + path("m")), 0) << err;
  EXPECT_EQ(contents(path("m")), contents(path("whole")));
}

TEST_F(UnderMpirun, StochasticEpSharesRowsAndOthersLeaveThemToTheFirst) {
  const std::string fit = "fit poisson " + examples + "flats.csv --target rooms --quiet --method ";
  ASSERT_EQ(run(0, fit + "sep --model " + path("alone")), 0) << err;
  ASSERT_EQ(run(1, fit + "sep --model " + path("one")), 0) << err;
  EXPECT_EQ(contents(path("one")), contents(path("alone")));
  ASSERT_EQ(run(3, fit + "sep --model " + path("three")), 0) << err;
  EXPECT_TRUE(std::regex_search(out, std::regex("\nprocesses +3\n"))) << out;
  EXPECT_FALSE(contents(path("three")).empty());
  ASSERT_EQ(run(0, fit + "ep"), 0) << err;
  const std::string expected = out;
  ASSERT_EQ(run(2, fit + "ep"), 0) << err;
  EXPECT_EQ(out, expected);
}

TEST_F(UnderMpirun, RegressionsByDrawsShareRowsWithTheSameBits) {
  ::setenv("XDG_CACHE_HOME", path("cache").c_str(), 1);
  const std::string fit = "fit poisson " + examples +
                          "flats.csv --target rooms --quiet --method vr --batch 50 --model ";
  ASSERT_EQ(run(0, fit + path("alone")), 0) << err;
  for (const int processes : {1, 3}) {
    for (const char* how : {"", " --stream"}) {
      ASSERT_EQ(run(processes, fit + path("together") + how), 0) << err;
      EXPECT_EQ(contents(path("together")), contents(path("alone"))) << processes << how;
    }
  }
  ::unsetenv("XDG_CACHE_HOME");
  EXPECT_TRUE(std::regex_search(out, std::regex("\nprocesses +3\n"))) << out;
}

TEST_F(UnderMpirun, LinearRegressionSharesRowsToo) {
  const std::string fit = "fit linear " + examples + "flats.csv --target rent --quiet --method ";
  ASSERT_EQ(run(0, fit + "vr --model " + path("alone")), 0) << err;
  ASSERT_EQ(run(3, fit + "vr --inspect-communication --model " + path("together")), 0) << err;
  EXPECT_EQ(contents(path("together")), contents(path("alone")));
  EXPECT_NE(out.find("bytes sent a pass"), std::string::npos) << out;
  ASSERT_EQ(run(0, fit + "exact"), 0) << err;
  const std::string expected = out;
  ASSERT_EQ(run(2, fit + "exact"), 0) << err;
  EXPECT_EQ(out, expected);
}

// One of three processes is told to stop, or all die; two go on with what they left.
TEST_F(UnderMpirun, ARegressionGoesOnAfterItWasStopped) {
  const std::string fit = "fit poisson " + examples +
                          "flats.csv --target rooms --quiet --checkpoint-every 0.02 --method vr "
                          "--model ";
  ASSERT_EQ(run(0, fit + path("whole")), 0) << err;
  for (const std::string signal : {"TERM", "KILL"}) {
    const std::string command = fmt::format(
        "{0} -n 3 {1} {2} > /dev/null 2> {3} & p=$!; "
        "for i in $(seq 400); do [ -e {4}.checkpoint ] && break; sleep 0.01; done; "
        "kill -{5} $(pgrep -P $p | sed -n 2p) || exit 99; wait $p",
        RENYI_MPIRUN, RENYI_BINARY, fit + path("m"), path("messages"), path("m"), signal);
    const int status = std::system(command.c_str());
    ASSERT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) != 0 && WEXITSTATUS(status) != 99)
        << status << contents(path("messages"));
    EXPECT_FALSE(std::filesystem::exists(path("m")));
    ASSERT_EQ(run(2, fit + path("m") + " --resume"), 0) << err;
    EXPECT_EQ(contents(path("m")), contents(path("whole"))) << signal;
    std::filesystem::remove(path("m"));
  }
}

TEST_F(UnderMpirun, PredictionsAndScoresOfTablesAreThoseOfOne) {
  ASSERT_EQ(run(0, "fit bnn " + examples + "flats.csv --target rent --hidden 5 --epochs 2 --quiet" +
                       " --model " + path("network")),
            0)
      << err;
  for (const char* command : {"predict ", "evaluate "}) {
    const std::string asked = command + path("network") + " " + examples + "flats_test.csv";
    ASSERT_EQ(run(0, asked + " --format csv"), 0) << err;
    const std::string alone = out;
    ASSERT_EQ(run(3, asked + " --format csv"), 0) << err;
    EXPECT_EQ(out, alone) << command;
    EXPECT_NE(out, "");
  }
}

TEST_F(UnderMpirun, AnErrorOfAllIsSaidOnce) {
  EXPECT_EQ(run(2, "fit bnn " + path("nothing.csv") + " --target rent"), 66);
  const std::string said = path("nothing.csv") + ": No such file or directory";
  const std::size_t first = err.find(said);
  ASSERT_NE(first, std::string::npos) << err;
  EXPECT_EQ(err.find(said, first + 1), std::string::npos) << err;
}

TEST_F(UnderMpirun, OneProcessDoesWhatCannotBeShared) {
  ASSERT_EQ(
      run(0,
          "divergence --p '{\"poisson\":{\"rate\":3}}' --q '{\"poisson\":{\"rate\":4}}' --quiet"),
      0)
      << err;
  const std::string expected = out;
  ASSERT_EQ(
      run(2,
          "divergence --p '{\"poisson\":{\"rate\":3}}' --q '{\"poisson\":{\"rate\":4}}' --quiet"),
      0)
      << err;
  EXPECT_EQ(out, expected);
}

// Kills process `rank` of three as soon as they have begun to work, whatever the machine's speed;
// the exit code of mpirun, or 99 where there was nothing to kill. What was said is in `messages`.
int run_and_kill(const std::string& flags, const std::string& arguments, int rank,
                 const std::string& messages) {
  const std::string command = fmt::format(
      "{0} {1} -n 3 {2} {3} > /dev/null 2> {4} & p=$!; "
      "for i in $(seq 400); do grep -q fits {4} && break; sleep 0.05; done; "
      "kill -9 $(pgrep -P $p | sed -n {5}p) || exit 99; wait $p",
      RENYI_MPIRUN, flags, RENYI_BINARY, arguments, messages, rank + 1);
  const int status = std::system(command.c_str());
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

// Open MPI ends all processes when one dies; the same command then goes on. Which of them dies, and
// in which of its fits, differs from run to run.
TEST_F(UnderMpirun, ASweepGoesOnAfterAProcessWasKilled) {
  const std::string sweep = "sweep --fit bnn --data " + examples + "flats.csv --store " +
                            path("s.db") +
                            " --seeds 1,2,3 --set target=rent --set epochs=6000 --set alpha=1,0.5";
  const int code = run_and_kill("", sweep, 2, path("messages"));
  EXPECT_TRUE(code != 0 && code != 99) << code;
  ASSERT_EQ(run(3, sweep + " --quiet"), 0) << err;
  ASSERT_EQ(run(0, "runs list " + path("s.db") + " --where status=done"), 0) << err;
  EXPECT_NE(out.find("6 of 6 runs"), std::string::npos) << out;
  ASSERT_EQ(run(0, sweep), 0);
  EXPECT_NE(err.find("6/6 fits found in the store"), std::string::npos) << err;
}

// Where Open MPI lets the others live they do what is left, and end as if nothing had happened.
TEST_F(UnderMpirun, ASweepOutlivesAProcessWhereThatIsAllowed) {
  const std::string sweep = "sweep --fit bnn --data " + examples + "flats.csv --store " +
                            path("s.db") + " --seeds 1,2,3 --set target=rent --set epochs=6000" +
                            " --set alpha=1,0.5 --lost-after 3";
  EXPECT_EQ(run_and_kill("--enable-recovery", sweep, 2, path("messages")), 0);
  EXPECT_NE(contents(path("messages")).find("1 of 3 processes were lost"), std::string::npos)
      << contents(path("messages"));
  ASSERT_EQ(run(0, sweep), 0);
  EXPECT_NE(err.find("6/6 fits found in the store"), std::string::npos) << err;
}

// Two of three processes have nothing to do, as the last one has the only fit; and nobody listens
// for them.
TEST_F(UnderMpirun, AProcessThatIsLostWithoutWorkIsNotWaitedForAtTheEnd) {
  const std::string sweep = "sweep --fit bnn --data " + examples + "flats.csv --store " +
                            path("s.db") + " --set target=rent --set epochs=20000";
  EXPECT_EQ(run_and_kill("--enable-recovery", sweep, 1, path("messages")), 0);
  EXPECT_NE(contents(path("messages")).find("all is done, but a process was lost"),
            std::string::npos)
      << contents(path("messages"));
  ASSERT_EQ(run(0, sweep), 0);
  EXPECT_NE(err.find("1/1 fits found in the store"), std::string::npos) << err;
}

// Network namespaces, which only the administrator of a machine can make.
TEST_F(UnderMpirun, TwoHostsHaveTheSameBits) {
  const std::string name = fmt::format("renyi-test-{}", ::getpid());
  if (std::system(
          fmt::format("ip netns add {0} 2> /dev/null && ip netns delete {0}", name).c_str()) != 0)
    GTEST_SKIP() << "expected leave to make network namespaces";
  const std::string fit = "fit bnn " + examples + "flats.csv --target rent --epochs 3 --draws 12 ";
  ASSERT_EQ(run(0, fit + "--quiet --threads 1 --model " + path("one")), 0) << err;
  const std::string command =
      fmt::format("{}/scripts/two-hosts {} {} --quiet --threads 1 --model {} > /dev/null 2> {}",
                  RENYI_SOURCE_DIR, RENYI_BINARY, fit, path("two"), path("messages"));
  ASSERT_EQ(std::system(command.c_str()), 0) << contents(path("messages"));
  EXPECT_EQ(contents(path("two")), contents(path("one")));
}

}  // namespace
}  // namespace renyi::mpi_communicator_test
