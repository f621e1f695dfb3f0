#include "cli/interrupt.hpp"

#include <signal.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <string_view>

#include "renyi/core/error.hpp"

namespace renyi::cli {
namespace {

// All that a handler may touch.
volatile std::sig_atomic_t noted = 0, at_terminal = 0;

extern "C" void note(int signal) {
  if (noted != 0) return;
  noted = signal;
  if (at_terminal == 0) return;
  constexpr std::string_view text = "\nrenyi: stopping after this step; once more stops at once\n";
  const int before = errno;
  [[maybe_unused]] const auto written = ::write(STDERR_FILENO, text.data(), text.size());
  errno = before;
}

void handle(void (*handler)(int)) {
  struct sigaction action {};
  action.sa_handler = handler;
  sigemptyset(&action.sa_mask);
  // The second signal of a kind finds the default again; reading and writing go on after the first.
  action.sa_flags = handler == SIG_DFL ? 0 : static_cast<int>(SA_RESETHAND | SA_RESTART);
  for (const int signal : {SIGINT, SIGTERM}) ::sigaction(signal, &action, nullptr);
}

}  // namespace

InterruptGuard::InterruptGuard() {
  noted = 0;
  at_terminal = ::isatty(STDERR_FILENO) != 0 ? 1 : 0;
  handle(note);
}

InterruptGuard::~InterruptGuard() { handle(SIG_DFL); }

std::optional<int> InterruptGuard::signal() {
  const int signal = noted;
  return signal == 0 ? std::nullopt : std::optional(signal);
}

Observer InterruptGuard::observer() {
  return [](const Progress&) { return signal() ? Decision::stop : Decision::go_on; };
}

void InterruptGuard::note_end(Ending ending) {
  if (ending == Ending::observer && noted == 0) noted = SIGTERM;
}

void InterruptGuard::rethrow(const std::string& saved) {
  if (!signal()) return;
  const bool by_keyboard = *signal() == SIGINT;
  const std::string what = by_keyboard ? "interrupted" : "terminated";
  throw Error(by_keyboard ? ExitCode::interrupted : ExitCode::terminated,
              saved.empty() ? what : what + "; " + saved);
}

}  // namespace renyi::cli
