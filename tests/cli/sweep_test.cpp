#include <gtest/gtest.h>
#include <signal.h>

#include <chrono>
#include <filesystem>
#include <map>
#include <random>
#include <thread>

#include "renyi/core/safetensors.hpp"
#include "renyi/data/result_store.hpp"
#include "renyi/inference/state_tensors.hpp"
#include "renyi/report/json_reader.hpp"
#include "tests/experiments/bnn_folders.hpp"
#include "tests/support/child_process.hpp"
#include "tests/support/example_images.hpp"
#include "tests/support/run_command.hpp"

namespace renyi::sweep_command_test {
namespace {

using testing::Outcome;
using testing::run_command;
using testing::TemporaryFolder;

class SweepCommand : public ::testing::Test {
 protected:
  SweepCommand() { testing::write_data_set(folder_, "birds", 3); }

  // A sweep of `epochs` each, of two orders, two splits and the seeds.
  std::string sweep_file(const std::string& name, const std::string& epochs,
                         const std::string& seeds, const std::string& more = "") const {
    return folder_.file(name, "fit = \"bnn\"\ndata = \"birds\"\nseeds = " + seeds + "\n" +
                                  "[options]\nhidden = 10\ndraws = 10\nepochs = " + epochs +
                                  "\nalpha = [1, \"-inf\"]\nsplit = [0, 1]\n" + more);
  }
  std::int64_t integer(const std::string& store, const std::string& sql) const {
    return SqlDatabase(folder_.path(store)).integer(sql);
  }

  void wait_for_more_than(std::size_t jobs, const std::string& store) const {
    const auto pause = [] { std::this_thread::sleep_for(std::chrono::milliseconds(5)); };
    const std::filesystem::path file = folder_.path(store);
    while (!std::filesystem::exists(file) || std::filesystem::is_empty(file)) pause();
    while (integer(store, "SELECT count(*) FROM sqlite_schema WHERE name = 'jobs'") == 0 ||
           integer(store, "SELECT count(*) FROM jobs WHERE status = 'done'") <=
               static_cast<std::int64_t>(jobs))
      pause();
  }

  TemporaryFolder folder_;
};

Outcome sweep(std::vector<std::string> arguments) {
  arguments.insert(arguments.begin(), "sweep");
  return run_command(std::move(arguments));
}

// Two tables of one name in one store are two, and one that has changed since is another.
TEST_F(SweepCommand, DataOfOneNameStayApart) {
  const std::string rows[] = {"1,2\n2,3.5\n3,5\n4,7.5\n", "1,9\n2,1\n3,8\n4,2\n"};
  const auto fits = [&](const std::string& table, const std::string& seeds) {
    return sweep({"--fit=bnn", "--data=" + table, "--set=target=y", "--set=epochs=2",
                  "--seeds=" + seeds, "--store=" + folder_.path("s.db"), "--quiet"});
  };
  for (const char* name : {"a", "b"}) std::filesystem::create_directory(folder_.path(name));
  ASSERT_EQ(fits(folder_.file("a/t.csv", "x,y\n" + rows[0]), "1,2").code, 0);
  ASSERT_EQ(fits(folder_.file("b/t.csv", "x,y\n" + rows[1]), "3").code, 0);
  const auto report = [&] {
    const Outcome outcome = run_command({"report", folder_.path("s.db"), "--format=json"});
    return report_from_json(outcome.out, "report");
  };
  EXPECT_EQ(report().tables.at(0).rows.size(), 2U);
  ASSERT_EQ(fits(folder_.file("a/t.csv", "x,y\n" + rows[1]), "1,2").code, 0);
  EXPECT_EQ(report().tables.at(0).rows.size(), 2U) << "b/t.csv has the same rows now";
  EXPECT_EQ(integer("s.db", "SELECT count(*) FROM jobs"), 5);
}

TEST_F(SweepCommand, HintsAtSplitsThatNobodyAskedFor) {
  const std::string file =
      folder_.file("s.toml", "fit = \"bnn\"\ndata = \"birds\"\n[options]\nepochs = 2\n");
  EXPECT_NE(sweep({file, "--dry-run"}).err.find("has splits"), std::string::npos);
  EXPECT_EQ(sweep({sweep_file("t.toml", "2", "[1]"), "--dry-run"}).err, "");
}

TEST_F(SweepCommand, ADryRunLeavesTheStoreAsItIs) {
  const std::string file = sweep_file("s.toml", "2", "[1]");
  ASSERT_EQ(sweep({file}).code, 0);
  const std::string before = testing::contents(folder_.path("s.db"));
  EXPECT_NE(sweep({file, "--dry-run"}).out.find("done"), std::string::npos);
  EXPECT_EQ(testing::contents(folder_.path("s.db")), before);
}

TEST_F(SweepCommand, FitsWhatIsTheSameOnce) {
  const std::string file = sweep_file("s.toml", "2", "[1]", "beta1 = [\"0.9\", \"0.90\"]\n");
  EXPECT_EQ(sweep({file}).code, 65) << "the same value twice";
  const std::string twice = sweep_file("s.toml", "2", "[1]", "schedule = [\"auto\", \"cosine\"]\n");
  ASSERT_EQ(sweep({twice}).code, 0);
  EXPECT_EQ(integer("s.db", "SELECT count(*) FROM jobs"), 4);
}

TEST_F(SweepCommand, FitsAllCombinationsAndThenNothing) {
  const std::string file = sweep_file("s.toml", "3", "[1, 2]");
  const Outcome dry = sweep({file, "--dry-run"});
  EXPECT_EQ(dry.code, 0) << dry.err;
  EXPECT_NE(dry.out.find("8 fits of this sweep"), std::string::npos) << dry.out;
  EXPECT_FALSE(std::filesystem::exists(folder_.path("s.db")));
  const Outcome first = sweep({file, "--threads=2"});
  EXPECT_EQ(first.code, 0) << first.err;
  EXPECT_NE(first.err.find("8/8 fits: bnn/birds/alpha="), std::string::npos) << first.err;
  EXPECT_EQ(integer("s.db", "SELECT count(*) FROM jobs WHERE status = 'done'"), 8);
  EXPECT_EQ(integer("s.db", "SELECT count(*) FROM epochs WHERE name = 'bound'"), 24);
  EXPECT_EQ(integer("s.db", "SELECT count(*) FROM metrics WHERE name = 'log_likelihood'"), 8);
  const Outcome again = sweep({file});
  EXPECT_EQ(again.err, "8/8 fits found in the store\n");
  EXPECT_EQ(again.out, first.out);
  EXPECT_NE(sweep({file, "--dry-run"}).out.find("done"), std::string::npos);
}

// What varied before may be fixed now, and what was fixed may vary: fits keep what they were.
TEST_F(SweepCommand, ALongerOneRunsOnlyWhatIsNew) {
  const std::string store = "--store=" + folder_.path("s.db");
  ASSERT_EQ(sweep({sweep_file("a.toml", "2", "[1]"), store}).code, 0);
  const Outcome longer = sweep({sweep_file("b.toml", "[2, 3]", "[1]"), store});
  EXPECT_EQ(longer.code, 0) << longer.err;
  EXPECT_EQ(longer.err.substr(0, longer.err.find('\n')), "4/8 fits found in the store");
  EXPECT_EQ(integer("s.db", "SELECT count(*) FROM jobs"), 8);
}

TEST_F(SweepCommand, TakesFlagsInPlaceOfAFile) {
  const std::string store = folder_.path("flags.db");
  const Outcome outcome =
      sweep({"--fit", "bnn", "--data", folder_.path("birds"), "--seeds=1,2", "--set",
             "alpha=1,-inf", "--set", "epochs=2", "--set=hidden=[5,5],[5]", "--store", store,
             "--format=json", "--quiet"});
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_EQ(integer("flags.db", "SELECT count(*) FROM jobs WHERE status = 'done'"), 8);
  // The record of a result repeats it.
  const Outcome repeated =
      run_command({"--config", folder_.file("result.json", outcome.out), "--format=json"});
  EXPECT_EQ(repeated.code, 0) << repeated.err;
  EXPECT_EQ(repeated.err, "");
}

TEST_F(SweepCommand, KeepsModelsWhereThatIsAskedFor) {
  const std::string file =
      folder_.file("v.toml",
                   "fit = 'vae'\ndata = 'bars.idx'\ntest = 'bars.idx'\ntest_draws = 5\n"
                   "keep_models = 'models'\n[options]\narchitecture = 'd8-s2'\nepochs = 1\n"
                   "alpha = [1, 0]\n");
  folder_.file("bars.idx", testing::bars(16));
  const Outcome outcome = sweep({file, "--quiet"});
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  const std::string model = folder_.path("models/vae-bars-alpha=0-seed=1.safetensors");
  EXPECT_TRUE(std::filesystem::exists(model));
  EXPECT_EQ(sweep({file}).err, "2/2 fits found in the store\n");
  std::filesystem::remove(model);
  EXPECT_EQ(sweep({file}).err, "renyi: 1 of 2 fits are done without a model in " +
                                   folder_.path("models") +
                                   ", and are not run again for it; with another --store they "
                                   "would be\n2/2 fits found in the store\n");
}

TEST_F(SweepCommand, ListsTheFitsThatFailedAndEndsWithAnError) {
  const Outcome outcome = sweep({sweep_file("f.toml", "3", "[1]", "learning-rate = [0.01, 1e9]\n"),
                                 "--quiet", "--format=csv"});
  EXPECT_EQ(outcome.code, 70);
  EXPECT_EQ(outcome.err, "renyi: 4 of 8 fits failed; the same command runs them again\n");
  EXPECT_NE(outcome.out.find("birds,1,1000000000,0,2,na,na"), std::string::npos) << outcome.out;
  EXPECT_NE(outcome.out.find("# table = failures"), std::string::npos) << outcome.out;
  EXPECT_EQ(integer("f.db", "SELECT count(*) FROM jobs WHERE status = 'failed'"), 4);
}

TEST_F(SweepCommand, RefusesWithThePlace) {
  const Outcome outcome = sweep({sweep_file("s.toml", "3", "[1]", "drwas = 5\n")});
  EXPECT_EQ(outcome.code, 65);
  EXPECT_NE(outcome.err.find("s.toml, line 10, column 1: expected an option"), std::string::npos)
      << outcome.err;
  EXPECT_EQ(sweep({folder_.path("none.toml")}).code, 66);
  EXPECT_EQ(sweep({}).code, 64);
}

// The command in a process of its own, which gets the signal once a job is done.
TEST_F(SweepCommand, AnInterruptKeepsWhatIsDoneAndSaysHowToGoOn) {
  const std::string file = sweep_file("s.toml", "300", "[1, 2, 3, 4, 5]");
  const std::string messages = folder_.path("messages");
  const pid_t child = ::fork();
  if (child == 0) {
    const Outcome outcome = sweep({file, "--threads=1"});
    folder_.file("messages", outcome.err);
    ::_exit(outcome.code);
  }
  wait_for_more_than(0, "s.db");
  ::kill(child, SIGINT);
  int status = 0;
  ::waitpid(child, &status, 0);
  EXPECT_TRUE(WIFEXITED(status));
  EXPECT_EQ(WEXITSTATUS(status), 130);
  const std::string text = testing::contents(messages);
  EXPECT_NE(
      text.find(" of 20 fits are in " + folder_.path("s.db") + "; the same command goes on there"),
      std::string::npos)
      << text;
  EXPECT_EQ(integer("s.db", "SELECT count(*) FROM jobs WHERE status != 'done'"), 0);
}

std::map<std::string, std::string> done_jobs(const std::string& path) {
  const SqlDatabase database(path);
  SqlStatement rows = database.prepare(
      "SELECT name || ' ' || seed, id || ' ' || finished FROM jobs WHERE status = 'done'");
  std::map<std::string, std::string> jobs;
  while (rows.next()) jobs[rows.text(0)] = rows.text(1);
  return jobs;
}

std::string scores(const std::string& path) {
  return SqlDatabase(path).text(R"(SELECT group_concat(line) FROM (
    SELECT jobs.name || ' ' || seed || ' ' || metrics.name || '=' || value AS line
    FROM jobs JOIN metrics ON job = id ORDER BY line))");
}

// Killed at any moment: what was done stays as it was, the rest is done once, and all is as if
// nothing had happened. The first five kills come whenever they do, the others where there is work
// under way.
TEST_F(SweepCommand, SurvivesTwentyKills) {
  const std::string file = sweep_file("s.toml", "1500", "[1, 2, 3, 4, 5, 6, 7, 8, 9, 10]");
  const std::string store = folder_.path("killed.db");
  std::mt19937 random(20160206);
  std::map<std::string, std::string> done;
  std::int64_t cut_off = 0;
  for (int kill = 0; kill < 20; ++kill) {
    const pid_t child = ::fork();
    if (child == 0) ::_exit(sweep({file, "--threads=2", "--quiet", "--store", store}).code);
    if (kill >= 5) wait_for_more_than(std::min<std::size_t>(done.size(), 39), "killed.db");
    std::this_thread::sleep_for(
        std::chrono::milliseconds(std::uniform_int_distribution(0, 40)(random)));
    ::kill(child, SIGKILL);
    ::waitpid(child, nullptr, 0);
    if (!std::filesystem::exists(store)) continue;
    const ResultStore opened(store);
    const auto now = done_jobs(store);
    for (const auto& [job, row] : done) EXPECT_EQ(now.at(job), row) << "was run again";
    done = now;
    cut_off += integer("killed.db", "SELECT count(*) > 0 FROM jobs WHERE status = 'running'");
  }
  EXPECT_GT(cut_off, 5);
  const Outcome last = sweep({file, "--quiet", "--store", store});
  EXPECT_EQ(last.code, 0) << last.err;
  const auto all = done_jobs(store);
  for (const auto& [job, row] : done) EXPECT_EQ(all.at(job), row) << "was run again";
  EXPECT_EQ(all.size(), 40U);
  EXPECT_EQ(integer("killed.db", "SELECT count(*) FROM jobs"), 40);
  EXPECT_EQ(SqlDatabase(store).text("PRAGMA integrity_check"), "ok");
  ASSERT_EQ(sweep({file, "--quiet"}).code, 0);
  EXPECT_EQ(scores(store), scores(folder_.path("s.db")));
}

// The only file of its ending in the folder; empty where there is none.
std::string checkpoint_in(const std::string& folder) {
  for (const auto& entry : std::filesystem::directory_iterator(folder))
    if (entry.path().extension() == ".checkpoint") return entry.path().string();
  return "";
}

// Two fits of many epochs on one thread: each kill comes inside one, and none makes it go back.
TEST_F(SweepCommand, GoesOnInsideAFitThatWasKilled) {
  const std::string file = folder_.file(
      "long.toml",
      "fit = 'bnn'\ndata = 'birds'\n[options]\nhidden = 10\nepochs = 300\nalpha = [1, 0]\n");
  std::int64_t last = 0;
  for (int kill = 0; kill < 3; ++kill) {
    const pid_t child = ::fork();
    if (child == 0) ::_exit(sweep({file, "--threads=1", "--quiet", "--checkpoint-every=0"}).code);
    const std::int64_t before = last;
    while (last < before + 20) {
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
      const std::string path = checkpoint_in(folder_.path());
      if (path.empty()) continue;
      const std::int64_t epoch = load_state<double>(read_safetensors(path), path).epoch;
      EXPECT_GE(epoch, last);
      last = epoch;
    }
    ::kill(child, SIGKILL);
    ::waitpid(child, nullptr, 0);
    ASSERT_NE(checkpoint_in(folder_.path()), "");
  }
  const Outcome rest = sweep({file, "--quiet"});
  EXPECT_EQ(rest.code, 0) << rest.err;
  EXPECT_EQ(checkpoint_in(folder_.path()), "");
  ASSERT_EQ(sweep({file, "--quiet", "--store", folder_.path("whole.db")}).code, 0);
  EXPECT_EQ(scores(folder_.path("long.db")), scores(folder_.path("whole.db")));
}

}  // namespace
}  // namespace renyi::sweep_command_test
