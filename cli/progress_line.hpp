// The line of a terminal that is written over itself while work goes on, or a line now and then
// where stderr is a file. What it says is the callers'.
#pragma once

#include <cstdint>
#include <functional>
#include <iosfwd>
#include <limits>
#include <string>

namespace renyi::cli {

class ProgressLine {
 public:
  // `err` must outlive it.
  ProgressLine(std::ostream& err, bool terminal) : err_(err), terminal_(terminal) {}
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;
  // Ends a line that is open.
  ~ProgressLine();

  struct Position {
    std::int64_t done = 0, all = 1;
    double seconds = 0.0;  // since the beginning, which may come again
  };
  // On a terminal at most ten times a second; else after each tenth, after half a minute and at the
  // first call. `text` is only called where it is shown.
  void show(const Position& position, const std::function<std::string()>& text);

 private:
  bool is_due(const Position& position);

  std::ostream& err_;
  bool terminal_;
  bool is_open_ = false;
  double last_shown_ = -std::numeric_limits<double>::infinity();
  std::int64_t last_tenth_ = -1;
};

}  // namespace renyi::cli
