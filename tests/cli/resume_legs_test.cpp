#include "cli/resume_legs.hpp"

#include <gtest/gtest.h>
#include <signal.h>

#include <filesystem>
#include <sstream>

#include "renyi/core/error.hpp"
#include "tests/support/temporary_folder.hpp"

namespace renyi::cli::resume_legs_test {
namespace {

using testing::TemporaryFolder;

// Counts to ten, and gets a signal at `raises`.
std::int64_t count(Legs& legs, std::int64_t raises = 0) {
  std::int64_t steps = 0;
  Leg leg(&legs, [&](StateArchive& archive) { archive("steps", steps); });
  while (steps < 10) {
    if (++steps == raises) ::raise(SIGTERM);
    leg.pause();
  }
  leg.end();
  return steps;
}

std::string said_by(const std::function<void()>& f) {
  try {
    f();
  } catch (const Error& error) {
    return error.what();
  }
  return "nothing";
}

TEST(ResumableLegs, SayHowToGoOnAndDo) {
  const TemporaryFolder folder;
  const std::string result = folder.path("m"), checkpoint = result + ".checkpoint";
  std::ostringstream err;
  const CommonOptions common{.err = &err};
  const ResumableWork first{.result = result, .identity = {.kind = "test"}};
  ResumableWork resumed = first;
  resumed.flags.resume = true;
  {
    const InterruptGuard guard;
    ResumableLegs legs(resumed, common);
    EXPECT_EQ(err.str(), "renyi: --resume: there is no " + checkpoint +
                             " yet; the work starts from the beginning\n");
    EXPECT_EQ(said_by([&] { legs.run([](Legs& all) { return count(all, 4); }); }),
              "terminated; --resume goes on from " + checkpoint);
  }
  err.str("");
  const InterruptGuard guard;
  {
    const ResumableLegs anew(first, common);
    EXPECT_EQ(err.str(), "renyi: " + checkpoint +
                             ", with 1s of this work, will be written over; --resume would go on "
                             "from it\n");
  }
  err.str("");
  const ResumableLegs other({.result = result, .identity = {.kind = "other"}}, common);
  EXPECT_EQ(err.str(), "renyi: " + checkpoint + ", which is of other work, will be written over\n");
  err.str("");
  ResumableLegs again(resumed, common);
  EXPECT_EQ(err.str(), "renyi: --resume: 1s of work are done\n");
  EXPECT_EQ(again.run([](Legs& all) { return count(all, 4); }), 10) << "4 is behind";
  EXPECT_TRUE(std::filesystem::exists(checkpoint)) << "nothing has been made of it";
  again.finish();
  EXPECT_EQ(folder.files(), 0U);
}

TEST(ResumableLegs, WithoutAFileSayWhatWouldHaveHelped) {
  const InterruptGuard guard;
  ResumableLegs legs({.result_flag = "csv"}, {});
  EXPECT_EQ(said_by([&] { legs.run([](Legs& all) { return count(all, 1); }); }),
            "terminated; nothing is saved without --csv");
}

struct Settings {
  std::string data = "t.csv", model = "m";
  double beta = 0.5;

  template <class Self, class Visitor>
  static void describe(Self& self, Visitor&& field) {
    field("data", self.data, "");
    field("model", self.model, "");
    field("beta", self.beta, "");
  }
};

TEST(WorkOptions, HoldTheSeedAndNoPlaces) {
  EXPECT_EQ(work_options({.seed = 7}, Settings{}),
            (std::map<std::string, std::string>{{"beta", "0.5"}, {"seed", "7"}}));
}

}  // namespace
}  // namespace renyi::cli::resume_legs_test
