// Runs the command line in a process of its own, and sends that a signal in the middle of its work.
#pragma once

#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <filesystem>
#include <string>
#include <vector>

#include "tests/support/run_command.hpp"

namespace renyi::testing {

struct SignalledOutcome {
  int status = 0;        // as a shell has it; -1: died by the signal, -2: had ended before
  std::string err = {};  // what it said
};

// The signal comes as soon as there is a checkpoint.
inline SignalledOutcome signalled(int signal, const std::string& checkpoint,
                                  const std::vector<std::string>& arguments) {
  int pipe[2];
  if (::pipe(pipe) != 0) return {-2};
  const pid_t child = ::fork();
  if (child == 0) {
    const auto outcome = run_command(arguments);
    const auto written = ::write(pipe[1], outcome.err.data(), outcome.err.size());
    ::_exit(written < 0 ? 1 : outcome.code);
  }
  ::close(pipe[1]);
  SignalledOutcome outcome;
  int status = 0;
  while (!std::filesystem::exists(checkpoint)) {
    if (::waitpid(child, &status, WNOHANG) != 0) {
      outcome.status = -2;
      break;
    }
    ::usleep(500);
  }
  if (outcome.status == 0) ::kill(child, signal);
  for (char c = 0; ::read(pipe[0], &c, 1) == 1;) outcome.err += c;
  ::close(pipe[0]);
  if (outcome.status != 0) return outcome;
  ::waitpid(child, &status, 0);
  outcome.status = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  return outcome;
}

}  // namespace renyi::testing
