#include "cli/jobs_progress.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <sstream>

namespace renyi::cli::jobs_progress_test {
namespace {

const StoredJob done{.status = JobStatus::done, .seconds = 7.2};

JobsProgress progress(std::int64_t finished) {
  return {.jobs = 3,
          .finished = finished,
          .seconds = 14.0,
          .seconds_left = 3900.0,
          .last = &done,
          .name = "bnn/boston/split=3/alpha=0.5"};
}

TEST(JobsProgress, SaysHowManyAreDoneAndHowLongTheRestTakes) {
  EXPECT_EQ(jobs_progress_text(progress(2)),
            "2/3 fits: bnn/boston/split=3/alpha=0.5 in 8s, 1h05m left");
  EXPECT_EQ(jobs_progress_text({.jobs = 9, .finished = 4, .stored = 4}),
            "4/9 fits found in the store");
  EXPECT_EQ(jobs_progress_text({.jobs = 9, .finished = 4, .waiting = 5, .last = &done}),
            "4/9 fits, waiting for 5 of other programs");
  JobsProgress with_failures = progress(2);
  with_failures.failed = 1;
  EXPECT_EQ(jobs_progress_text(with_failures).substr(0, 18), "2/3 fits, 1 failed");
}

std::string shown(ProgressStyle style) {
  std::ostringstream err;
  const auto observer = jobs_progress_observer(err, style);
  if (!observer) return "nothing";
  for (std::int64_t finished = 1; finished <= 3; ++finished) observer(progress(finished));
  return err.str();
}

TEST(JobsProgress, IsALineAJobOrOneThatChanges) {
  EXPECT_EQ(shown({.quiet = true}), "nothing");
  const std::string file = shown({});
  EXPECT_EQ(std::count(file.begin(), file.end(), '\n'), 3);
  EXPECT_EQ(file.find('\r'), std::string::npos);
  const std::string terminal = shown({.terminal = true});
  EXPECT_EQ(std::count(terminal.begin(), terminal.end(), '\n'), 1);
  EXPECT_EQ(std::count(terminal.begin(), terminal.end(), '\r'), 3);
}

}  // namespace
}  // namespace renyi::cli::jobs_progress_test
