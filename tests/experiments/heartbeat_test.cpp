#include "experiments/heartbeat.hpp"

#include <gtest/gtest.h>

#include "tests/core/thread_communicator.hpp"

namespace renyi::heartbeat_test {
namespace {

using testing::as_processes;

void pause(double seconds) { std::this_thread::sleep_for(std::chrono::duration<double>(seconds)); }

// As often as it takes, and none once it is gone.
TEST(Heartbeat, IsHeardAsLongAsItIsThere) {
  as_processes(2, [](Communicator& others) {
    if (others.rank() == 1) {
      const Heartbeat heartbeat(
          others, [] { return std::vector{0}; }, 0.1);
      while (!others.receive(0)) pause(0.001);
      return;
    }
    for (int beat = 0; beat < 5; ++beat) {
      std::optional<std::string> message;
      while (!(message = others.receive(1))) pause(0.001);
      EXPECT_EQ(*message, alive_message);
    }
    others.send(1, "end");
    Listener listener(0.1);
    while (!listener.is_lost()) {
      if (others.receive(1)) listener.heard();
      pause(0.001);
    }
  });
}

TEST(Listener, LosesPatienceOnlyWhileItListens) {
  Listener listener(0.2);
  EXPECT_FALSE(listener.is_lost());
  pause(0.5);  // as if suspended
  EXPECT_FALSE(listener.is_lost());
  while (!listener.is_lost()) pause(0.001);
  listener.heard();
  EXPECT_FALSE(listener.is_lost());
}

}  // namespace
}  // namespace renyi::heartbeat_test
