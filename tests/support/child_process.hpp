// Runs a statement in a forked child, so that limits and privileges can be taken away from it
// alone.
#pragma once

#include <sys/wait.h>
#include <unistd.h>

#include <exception>

namespace renyi::testing {

constexpr int child_threw = 120;

// The exit status of the child: what `body` returns, child_threw when it throws, -1 when it dies.
template <class Body>
int in_child(Body body) {
  const pid_t child = ::fork();
  if (child == 0) {
    try {
      ::_exit(body());
    } catch (const std::exception&) {
      ::_exit(child_threw);
    }
  }
  int status = 0;
  ::waitpid(child, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

}  // namespace renyi::testing
