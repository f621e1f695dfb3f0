#include "experiments/seats.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <thread>

namespace renyi::seats_test {
namespace {

TEST(Seats, AreGivenBackOrLost) {
  Seats seats(3);
  EXPECT_EQ(seats.others(), (std::vector{1, 2}));
  EXPECT_EQ(seats.take(), 2);
  EXPECT_EQ(seats.take(), 1);
  seats.lose(2);
  seats.give(1);
  EXPECT_EQ(seats.others(), std::vector{1});
  EXPECT_EQ(seats.lost(), 1);
  EXPECT_EQ(seats.take(), 1);
  EXPECT_EQ(seats.take(), 0);
}

TEST(Seats, AreWaitedFor) {
  Seats seats(1);
  ASSERT_EQ(seats.take(), 0);
  std::atomic<bool> has_one = false;
  std::thread waiting([&] {
    seats.take();
    has_one = true;
  });
  std::this_thread::sleep_for(std::chrono::milliseconds(20));
  EXPECT_FALSE(has_one);
  seats.give(0);
  waiting.join();
  EXPECT_TRUE(has_one);
}

}  // namespace
}  // namespace renyi::seats_test
