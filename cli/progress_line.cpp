#include "cli/progress_line.hpp"

#include <limits>
#include <ostream>

namespace renyi::cli {

ProgressLine::~ProgressLine() {
  if (is_open_) err_ << '\n' << std::flush;
}

void ProgressLine::show(const Position& position, const std::function<std::string()>& text) {
  if (!is_due(position)) return;
  constexpr const char* back_and_clear = "\r\x1b[K";
  if (terminal_)
    err_ << back_and_clear << text() << std::flush;
  else
    err_ << text() << '\n' << std::flush;
  is_open_ = terminal_;
}

bool ProgressLine::is_due(const Position& position) {
  const bool is_last = position.done == position.all;
  if (position.seconds < last_shown_) last_shown_ = -std::numeric_limits<double>::infinity();
  if (terminal_) {
    if (!is_last && position.seconds < last_shown_ + 0.1) return false;
    last_shown_ = position.seconds;
    return true;
  }
  constexpr double long_silence = 30.0;
  const std::int64_t tenth = 10 * position.done / position.all;
  if (tenth == last_tenth_ && position.seconds < last_shown_ + long_silence) return false;
  last_tenth_ = tenth;
  last_shown_ = position.seconds;
  return true;
}

}  // namespace renyi::cli
