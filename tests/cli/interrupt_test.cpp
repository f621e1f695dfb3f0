#include "cli/interrupt.hpp"

#include <gtest/gtest.h>
#include <signal.h>

#include "renyi/core/error.hpp"
#include "tests/support/child_process.hpp"

namespace renyi::cli::interrupt_test {
namespace {

// What the command line's exit code would be; 0 where nothing is thrown.
int code_after(int signal) {
  const InterruptGuard guard;
  if (signal != 0) ::raise(signal);
  const bool stops = InterruptGuard::observer()({}) == Decision::stop;
  EXPECT_EQ(stops, signal != 0);
  try {
    InterruptGuard::rethrow("the state is in run.state");
  } catch (const Error& error) {
    EXPECT_EQ(std::string(error.what()), (signal == SIGINT ? "interrupted" : "terminated") +
                                             std::string("; the state is in run.state"));
    return static_cast<int>(error.exit_code());
  }
  return 0;
}

TEST(InterruptGuard, NotesASignalForTheCommandToActOn) {
  ::signal(SIGHUP, SIG_DFL);  // these tests may run under nohup
  EXPECT_EQ(code_after(SIGINT), 130);
  EXPECT_EQ(code_after(SIGTERM), 143);
  EXPECT_EQ(code_after(SIGHUP), 129);
  EXPECT_EQ(code_after(0), 0) << "an old signal is forgotten";
}

TEST(InterruptGuard, LetsASecondSignalEndTheProgram) {
  const auto child = [] {
    const InterruptGuard guard;
    ::raise(SIGINT);
    ::usleep(1'100'000);
    ::raise(SIGTERM);
    return 0;
  };
  EXPECT_EQ(testing::in_child(child), -1) << "ended by the signal";
}

TEST(InterruptGuard, TakesTwoSignalsWithinAMomentForOne) {
  const auto child = [] {
    const InterruptGuard guard;
    for (const int signal : {SIGINT, SIGINT, SIGTERM}) ::raise(signal);
    return InterruptGuard::signal() == SIGINT ? 0 : 1;
  };
  EXPECT_EQ(testing::in_child(child), 0);
}

TEST(InterruptGuard, LeavesSignalsAsTheyWereOnceItIsGone) {
  const auto child = [] {
    { const InterruptGuard guard; }
    ::raise(SIGTERM);
    return 0;
  };
  EXPECT_EQ(testing::in_child(child), -1);
}

TEST(InterruptGuard, LeavesHangingUpIgnoredWhereItIs) {
  const auto child = [] {
    ::signal(SIGHUP, SIG_IGN);  // as nohup does
    {
      const InterruptGuard guard;
      ::raise(SIGHUP);
      if (InterruptGuard::signal()) return 1;
    }
    ::raise(SIGHUP);
    return 0;
  };
  EXPECT_EQ(testing::in_child(child), 0);
}

TEST(InterruptGuard, LetsHangingUpEndTheProgramOnceItIsGone) {
  const auto child = [] {
    ::signal(SIGHUP, SIG_DFL);
    { const InterruptGuard guard; }
    ::raise(SIGHUP);
    return 0;
  };
  EXPECT_EQ(testing::in_child(child), -1);
}

}  // namespace
}  // namespace renyi::cli::interrupt_test
