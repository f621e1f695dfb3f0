#include "renyi/data/process_identity.hpp"

#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <thread>

namespace renyi::process_identity_test {
namespace {

TEST(ProcessIdentity, ThisProcessLivesAndStaysTheSame) {
  const ProcessIdentity self = this_process();
  EXPECT_EQ(self.process, ::getpid());
  EXPECT_FALSE(self.start.empty());
  EXPECT_TRUE(is_living(self));
  EXPECT_EQ(this_process(), self);
  std::thread([&] { EXPECT_EQ(this_process(), self); }).join();
}

TEST(ProcessIdentity, ANumberThatWasGivenToAnotherIsNotTheSame) {
  ProcessIdentity earlier = this_process();
  earlier.start = "1";
  EXPECT_FALSE(is_living(earlier));
  earlier.process = 0;
  EXPECT_FALSE(is_living(earlier));
}

TEST(ProcessIdentity, OnAnotherHostItCountsAsLiving) {
  EXPECT_TRUE(is_living({.host = "another", .process = 1, .start = "1"}));
}

// Also before its parent has asked how it ended.
TEST(ProcessIdentity, AProcessThatWasKilledIsDead) {
  const pid_t child = ::fork();
  if (child == 0)
    for (;;) ::pause();
  ProcessIdentity identity = this_process();
  identity.process = child;
  ::kill(child, SIGKILL);
  siginfo_t ended{};
  ::waitid(P_PID, static_cast<id_t>(child), &ended, WEXITED | WNOWAIT);
  EXPECT_FALSE(is_living(identity));
  ::waitpid(child, nullptr, 0);
  EXPECT_FALSE(is_living(identity));
}

}  // namespace
}  // namespace renyi::process_identity_test
