// How processes that share jobs know of each other's end: each tells the others now and then that
// it lives, whatever it is busy with. What is done without a process is shared_jobs.hpp's.
#pragma once

#include <chrono>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

#include "renyi/core/communicator.hpp"

namespace renyi {

inline constexpr const char* alive_message = "alive";

// Sends alive_message from a thread of its own as long as it is there, often enough for listeners
// of the same patience.
class Heartbeat {
 public:
  // `to` is asked before each message.
  Heartbeat(Communicator& others, std::function<std::vector<int>()> to, double patience);
  Heartbeat(const Heartbeat&) = delete;
  Heartbeat& operator=(const Heartbeat&) = delete;
  ~Heartbeat();

 private:
  std::mutex mutex_ = {};
  std::condition_variable changed_ = {};
  bool ended_ = false;
  std::thread thread_;
};

// Waits for a process's messages, and knows when that has taken too long. Only time in which this
// process could have heard them counts: one that was suspended itself has not been patient.
class Listener {
 public:
  explicit Listener(double patience) : patience_(patience) {}

  void heard() { silence_ = 0.0; }
  // To be asked again and again.
  bool is_lost();

 private:
  using Clock = std::chrono::steady_clock;

  double patience_;
  double silence_ = 0.0;  // seconds
  Clock::time_point last_ = Clock::now();
};

}  // namespace renyi
