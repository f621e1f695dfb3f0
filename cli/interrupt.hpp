// Ctrl-C and termination as a wish that a long command can grant in its own time, with its results
// saved. What is saved is the command's.
#pragma once

#include <optional>
#include <string>

#include "renyi/inference/train.hpp"

namespace renyi::cli {

// While it lives, SIGINT, SIGTERM and SIGHUP (a terminal or a connection that is closed; unless it
// is ignored, as under nohup) are only noted, once: a second one ends the program at once,
// which the first one says at a terminal. One that comes within a second of the first is the same
// wish, as of `timeout`, which tells the program and then its group.
// One at a time.
class InterruptGuard {
 public:
  InterruptGuard();
  InterruptGuard(const InterruptGuard&) = delete;
  InterruptGuard& operator=(const InterruptGuard&) = delete;
  ~InterruptGuard();

  // The first signal that came.
  static std::optional<int> signal();

  // Stops training when a signal has come.
  static Observer observer();

  // After training that stopped: where another process was the one to notice, its signal is ours.
  static void note_end(Ending ending);

  // Throws Error with exit code 130 (SIGINT), 143 (SIGTERM) or 129 (SIGHUP) when a signal has come;
  // `saved` says what is left of the work.
  static void rethrow(const std::string& saved = "");
};

}  // namespace renyi::cli
