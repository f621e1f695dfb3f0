#include "cli/progress_line.hpp"

#include <gtest/gtest.h>

#include <sstream>

namespace renyi::cli::progress_line_test {
namespace {

TEST(ProgressLine, IsWrittenOverItselfAndEndedOnATerminal) {
  std::ostringstream err;
  {
    ProgressLine line(err, true);
    int shown = 0;
    const auto text = [&] { return std::to_string(++shown); };
    line.show({.done = 1, .all = 10, .seconds = 0.0}, text);
    line.show({.done = 2, .all = 10, .seconds = 0.05}, text);
    line.show({.done = 3, .all = 10, .seconds = 0.11}, text);
    line.show({.done = 10, .all = 10, .seconds = 0.12}, text);
  }
  EXPECT_EQ(err.str(), "\r\x1b[K1\r\x1b[K2\r\x1b[K3\n") << "too soon after the first is not shown";
}

TEST(ProgressLine, GoesOnWhereTheClockBeginsAgain) {
  std::ostringstream err;
  {
    ProgressLine line(err, true);
    line.show({.done = 5, .all = 10, .seconds = 3.0}, [] { return "a"; });
    line.show({.done = 1, .all = 10, .seconds = 0.0}, [] { return "b"; });
    line.show({.done = 2, .all = 10, .seconds = 0.01}, [] { return "c"; });
  }
  EXPECT_EQ(err.str(), "\r\x1b[Ka\r\x1b[Kb\n");
}

TEST(ProgressLine, IsALineAfterHalfAMinuteElsewhere) {
  std::ostringstream err;
  ProgressLine line(err, false);
  for (const double seconds : {0.0, 29.0, 31.0, 60.0, 62.0})
    line.show({.done = 1, .all = 1000, .seconds = seconds},
              [&] { return std::to_string(static_cast<int>(seconds)); });
  EXPECT_EQ(err.str(), "0\n31\n62\n");
}

TEST(ProgressLine, IsALineAtEachTenthElsewhere) {
  std::ostringstream err;
  {
    ProgressLine line(err, false);
    for (int i = 1; i <= 30; ++i)
      line.show({.done = i, .all = 30}, [&] { return std::to_string(i); });
  }
  EXPECT_EQ(err.str(), "1\n3\n6\n9\n12\n15\n18\n21\n24\n27\n30\n");
}

}  // namespace
}  // namespace renyi::cli::progress_line_test
