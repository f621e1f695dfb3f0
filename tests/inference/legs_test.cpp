#include "renyi/inference/legs.hpp"

#include <gtest/gtest.h>

#include <filesystem>

#include "renyi/core/error.hpp"
#include "tests/core/thread_communicator.hpp"
#include "tests/inference/from_stop_to_stop.hpp"
#include "tests/support/temporary_folder.hpp"

namespace renyi::legs_test {
namespace {

using testing::as_processes;
using testing::from_stop_to_stop;
using testing::TemporaryFolder;

// Adds the numbers from 1, one a step.
struct Sum {
  std::int64_t steps = 0, sum = 0;

  void archive(StateArchive& archive) {
    archive("steps", steps);
    archive("sum", sum);
  }
};

// How many steps are taken in all by whoever does the work is counted.
std::int64_t sum_to(std::int64_t last, Legs* legs, std::int64_t& taken,
                    Leg::Processes processes = Leg::Processes::same, std::int64_t factor = 1) {
  Sum at;
  Leg leg(
      legs, [&](StateArchive& archive) { at.archive(archive); }, processes);
  while (at.steps < last) {
    at.sum += factor * ++at.steps;
    ++taken;
    leg.pause({.unit = "step", .done = at.steps, .all = last});
  }
  leg.end();
  return at.sum;
}

TEST(Legs, WithoutThemWorkIsDoneAsItIs) {
  std::int64_t taken = 0;
  EXPECT_EQ(sum_to(10, nullptr, taken), 55);
  EXPECT_EQ(taken, 10);
}

TEST(Legs, WorkThatIsStoppedAfterEveryStepIsNeverDoneTwice) {
  const TemporaryFolder folder;
  for (const std::int64_t stride : {1, 2, 7}) {
    std::int64_t taken = 0, stops = 0;
    const auto sums = from_stop_to_stop(
        folder.path("run"), stride,
        [&](Legs& legs) {
          return std::vector{sum_to(10, &legs, taken), sum_to(3, &legs, taken),
                             sum_to(20, &legs, taken)};
        },
        stops);
    EXPECT_EQ(sums, (std::vector<std::int64_t>{55, 6, 210}));
    EXPECT_EQ(taken, 33);
    EXPECT_GT(stops, 1);
    EXPECT_EQ(folder.files(), 0U) << "what is done needs no file";
  }
}

TEST(Legs, OneThatFailedFailsAgainAndWhatComesAfterItIsKept) {
  const TemporaryFolder folder;
  std::int64_t failing = 0, taken = 0, stops = 0;
  const auto sum = from_stop_to_stop(
      folder.path("run"), 4,
      [&](Legs& legs) {
        try {
          Leg leg(&legs, [](StateArchive&) {});
          ++failing;
          leg.pause();
          throw NumericalError("too large");
        } catch (const NumericalError&) {
        }
        return sum_to(20, &legs, taken);
      },
      stops);
  EXPECT_EQ(sum, 210);
  EXPECT_EQ(taken, 20);
  EXPECT_EQ(failing, stops + 1);
}

TEST(Legs, SecondsOfAllProgramsAddUp) {
  const TemporaryFolder folder;
  const LegsOptions options{.path = folder.path("run"), .stop = [] { return true; }};
  std::int64_t taken = 0;
  double in_file = 0.0;
  for (int i = 0; i < 3; ++i) {
    Legs legs(options);
    if (i > 0) legs.resume();
    EXPECT_EQ(legs.seconds_in_file(), in_file);
    EXPECT_EQ(legs.seconds_before(), 0.0) << "no leg has begun";
    EXPECT_THROW(sum_to(9, &legs, taken), WorkStopped);
    EXPECT_LE(legs.seconds_before(), in_file);
    EXPECT_EQ(legs.seconds_before() > 0.0, i > 0);
    Legs next(options);
    next.resume();
    EXPECT_GT(next.seconds_in_file(), in_file);
    in_file = next.seconds_in_file();
  }
  EXPECT_EQ(taken, 3);
}

TEST(Legs, WriteAfterSoManySecondsWithoutBeingStopped) {
  const TemporaryFolder folder;
  std::int64_t taken = 0;
  for (const double seconds : {0.0, 1e9}) {
    Legs legs({.path = folder.path("run"), .seconds = seconds});
    EXPECT_EQ(sum_to(10, &legs, taken), 55);
    EXPECT_EQ(std::filesystem::exists(folder.path("run")), seconds == 0.0);
    legs.finish();
    EXPECT_FALSE(std::filesystem::exists(folder.path("run")));
  }
}

TEST(Legs, KeepMoreBesideThem) {
  const TemporaryFolder folder;
  std::vector<double> seen = {1.0, 2.0};
  LegsOptions options{.path = folder.path("run"),
                      .stop = [] { return true; },
                      .more = [&](auto& archive) { archive("seen", seen); }};
  Legs legs(options);
  std::int64_t taken = 0;
  EXPECT_THROW(sum_to(3, &legs, taken), WorkStopped);
  seen.clear();
  Legs(options).resume();
  EXPECT_EQ(seen, (std::vector{1.0, 2.0}));
}

TEST(Legs, TellHowFarTheyAre) {
  std::vector<std::int64_t> done;
  Legs legs({.progress = [&](const LegProgress& progress) {
    EXPECT_EQ(progress.all, 3);
    EXPECT_STREQ(progress.unit, "step");
    EXPECT_GE(progress.seconds, 0.0);
    done.push_back(progress.done);
  }});
  std::int64_t taken = 0;
  sum_to(3, &legs, taken);
  EXPECT_EQ(done, (std::vector<std::int64_t>{1, 2, 3}));
}

TEST(Legs, WithoutAFileTheyStopAndKeepNothing) {
  Legs legs({.stop = [] { return true; }});
  EXPECT_FALSE(legs.keeps());
  std::int64_t taken = 0;
  EXPECT_THROW(sum_to(3, &legs, taken), WorkStopped);
}

TEST(Legs, RefuseFilesOfOtherWorkAndDamagedOnes) {
  const TemporaryFolder folder;
  const std::string path = folder.path("run");
  LegsOptions options{.path = path,
                      .identity = {.kind = "test", .options = {{"a", "1"}}, .data = "x"},
                      .stop = [] { return true; }};
  std::int64_t taken = 0;
  Legs legs(options);
  EXPECT_THROW(sum_to(3, &legs, taken), WorkStopped);
  EXPECT_NO_THROW(Legs(options).resume());
  const auto refuses = [&](const CheckpointIdentity& identity) {
    LegsOptions other = options;
    other.identity = identity;
    EXPECT_THROW(Legs(other).resume(), DataError);
  };
  refuses({.kind = "other", .options = {{"a", "1"}}, .data = "x"});
  refuses({.kind = "test", .options = {{"a", "2"}}, .data = "x"});
  refuses({.kind = "test", .options = {{"a", "1"}}, .data = "y"});
  const std::string bytes = testing::contents(path);
  for (std::size_t i = 0; i < bytes.size(); i += 7) {
    folder.file("run", bytes.substr(0, i));
    EXPECT_THROW(Legs(options).resume(), DataError) << i;
  }
}

TEST(Legs, OfSeveralProcessesStopWhereOneWantsToAndKeepTheStateOfEach) {
  const TemporaryFolder folder;
  for (const int processes : {1, 2, 3}) {
    const std::string path = folder.path("run");
    as_processes(processes, [&](Communicator& others) {
      const std::int64_t factor = others.rank() + 1;
      std::int64_t taken = 0;
      for (std::int64_t run = 0;; ++run) {
        std::int64_t asked = 0;
        // Only the last process wants it.
        Legs legs({.path = path,
                   .stop = [&] { return others.rank() + 1 == others.size() && ++asked == 2; },
                   .others = &others});
        if (run > 0) legs.resume();
        others.any(false);  // all have read it
        try {
          EXPECT_EQ(sum_to(9, &legs, taken, Leg::Processes::different, factor), 45 * factor);
          EXPECT_EQ(run, 4);
          break;
        } catch (const WorkStopped&) {
          EXPECT_EQ(taken, 2 * (run + 1));
          others.any(false);  // the first has written it
        }
      }
      EXPECT_EQ(taken, 9);
    });
    std::filesystem::remove(path);
  }
}

TEST(Legs, RefuseTheStatesOfAnotherNumberOfProcesses) {
  const TemporaryFolder folder;
  const auto run = [&](int processes, bool resumes) {
    as_processes(processes, [&](Communicator& others) {
      std::int64_t taken = 0;
      Legs legs({.path = folder.path("run"), .stop = [] { return true; }, .others = &others});
      if (!resumes) {
        EXPECT_THROW(sum_to(9, &legs, taken, Leg::Processes::different), WorkStopped);
        return;
      }
      legs.resume();
      EXPECT_THROW(sum_to(9, &legs, taken, Leg::Processes::different), DataError);
    });
  };
  run(2, false);
  run(3, true);
}

}  // namespace
}  // namespace renyi::legs_test
