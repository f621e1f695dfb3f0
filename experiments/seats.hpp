// Which of several processes are free for a job, and which are lost.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <set>
#include <vector>

namespace renyi {

// Of processes 0, 1, ...; 0 is this one, which is never lost. May be used by several threads.
class Seats {
 public:
  explicit Seats(int processes) : processes_(processes) {
    for (int rank = 0; rank < processes; ++rank) free_.push_back(rank);
  }
  // Waits for one.
  int take() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return !free_.empty(); });
    const int rank = free_.back();
    free_.pop_back();
    return rank;
  }
  void give(int rank) {
    {
      const std::lock_guard lock(mutex_);
      free_.push_back(rank);
    }
    changed_.notify_one();
  }
  // In place of give().
  void lose(int rank) {
    const std::lock_guard lock(mutex_);
    lost_.insert(rank);
  }
  std::int64_t lost() const {
    const std::lock_guard lock(mutex_);
    return std::ssize(lost_);
  }
  // All other processes that are left.
  std::vector<int> others() const {
    const std::lock_guard lock(mutex_);
    std::vector<int> ranks;
    for (int rank = 1; rank < processes_; ++rank)
      if (!lost_.contains(rank)) ranks.push_back(rank);
    return ranks;
  }

 private:
  int processes_;
  mutable std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<int> free_;
  std::set<int> lost_;
};

}  // namespace renyi
