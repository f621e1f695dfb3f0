#include "experiments/heartbeat.hpp"

#include <algorithm>
#include <utility>

namespace renyi {
namespace {

constexpr double beats_of_patience = 20.0;

}  // namespace

Heartbeat::Heartbeat(Communicator& others, std::function<std::vector<int>()> to, double patience)
    : thread_([this, &others, to = std::move(to), patience] {
        const std::chrono::duration<double> pause(patience / beats_of_patience);
        std::unique_lock lock(mutex_);
        while (!changed_.wait_for(lock, pause, [this] { return ended_; }))
          for (const int rank : to()) others.send(rank, alive_message);
      }) {}

Heartbeat::~Heartbeat() {
  {
    const std::lock_guard lock(mutex_);
    ended_ = true;
  }
  changed_.notify_one();
  thread_.join();
}

bool Listener::is_lost() {
  const Clock::time_point now = Clock::now();
  const double passed = std::chrono::duration<double>(now - std::exchange(last_, now)).count();
  silence_ += std::min(passed, patience_ / beats_of_patience);
  return silence_ > patience_;
}

}  // namespace renyi
