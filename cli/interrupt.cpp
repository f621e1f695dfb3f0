#include "cli/interrupt.hpp"

#include <signal.h>
#include <time.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdint>
#include <string_view>

#include "renyi/core/error.hpp"

namespace renyi::cli {
namespace {

// All that a handler may touch.
volatile std::sig_atomic_t noted = 0, at_terminal = 0;
std::atomic<std::int64_t> noted_at = 0;  // in milliseconds
static_assert(std::atomic<std::int64_t>::is_always_lock_free);

std::int64_t milliseconds() {
  timespec now{};
  ::clock_gettime(CLOCK_MONOTONIC, &now);
  return 1000 * std::int64_t{now.tv_sec} + now.tv_nsec / 1'000'000;
}

extern "C" void note(int signal) {
  constexpr std::int64_t same_wish = 1000;
  if (noted != 0) {
    if (milliseconds() - noted_at < same_wish) return;
    ::signal(signal, SIG_DFL);
    ::raise(signal);  // as soon as this has returned
    return;
  }
  noted_at = milliseconds();
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
  action.sa_flags = handler == SIG_DFL ? 0 : SA_RESTART;  // reading and writing go on
  for (const int signal : {SIGINT, SIGTERM}) ::sigaction(signal, &action, nullptr);
  struct sigaction now {};
  ::sigaction(SIGHUP, nullptr, &now);
  if (now.sa_handler != SIG_IGN) ::sigaction(SIGHUP, &action, nullptr);  // as nohup wants it
}

ExitCode exit_code_after(int signal) {
  if (signal == SIGINT) return ExitCode::interrupted;
  return signal == SIGHUP ? ExitCode::hung_up : ExitCode::terminated;
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
  const std::string what = *signal() == SIGINT ? "interrupted" : "terminated";
  throw Error(exit_code_after(*signal()), saved.empty() ? what : what + "; " + saved);
}

}  // namespace renyi::cli
