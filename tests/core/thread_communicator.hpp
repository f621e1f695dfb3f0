// Threads that speak with each other as processes would, for tests.
#pragma once

#include <algorithm>
#include <barrier>
#include <cstring>
#include <deque>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "renyi/core/communicator.hpp"

namespace renyi::testing {

class ThreadCommunicator final : public Communicator {
 public:
  // What all of them share.
  struct Place {
    explicit Place(int n)
        : size(n), barrier(n), out(static_cast<std::size_t>(n)), data(out.size()) {}
    int size;
    std::barrier<> barrier;
    std::vector<std::span<const ConstBytes>> out;
    std::vector<const std::byte*> data;
    std::mutex mutex;
    std::map<std::pair<int, int>, std::deque<std::string>> messages;  // by sender and receiver
  };
  ThreadCommunicator(Place& place, int rank) : place_(place), rank_(rank) {}

  int rank() const override { return rank_; }
  int size() const override { return place_.size; }
  void send(int to, const std::string& message) override {
    const std::lock_guard lock(place_.mutex);
    place_.messages[{rank_, to}].push_back(message);
  }
  std::optional<std::string> receive(int from) override {
    const std::lock_guard lock(place_.mutex);
    auto& waiting = place_.messages[{from, rank_}];
    if (waiting.empty()) return std::nullopt;
    std::string message = waiting.front();
    waiting.pop_front();
    return message;
  }

 protected:
  void do_all_gather(std::byte* data, std::span<const std::size_t> ends) override {
    put(data);
    for (std::size_t r = 0; r < ends.size(); ++r) {
      const std::size_t begin = r == 0 ? 0 : ends[r - 1];
      if (static_cast<int>(r) != rank_ && ends[r] > begin)
        std::memcpy(data + begin, place_.data[r] + begin, ends[r] - begin);
    }
    place_.barrier.arrive_and_wait();
  }
  void do_exchange(std::span<const ConstBytes> out, std::span<const Bytes> in) override {
    place_.out[static_cast<std::size_t>(rank_)] = out;
    place_.barrier.arrive_and_wait();
    for (std::size_t r = 0; r < in.size(); ++r) {
      const ConstBytes from = place_.out[r][static_cast<std::size_t>(rank_)];
      std::copy(from.begin(), from.end(), in[r].begin());
    }
    place_.barrier.arrive_and_wait();
  }
  void do_broadcast(Bytes data, int from) override {
    put(data.data());
    if (rank_ != from)
      std::copy_n(place_.data[static_cast<std::size_t>(from)], data.size(), data.begin());
    place_.barrier.arrive_and_wait();
  }
  void do_add(std::span<float> values) override { add_all(values); }
  void do_add(std::span<double> values) override { add_all(values); }

 private:
  void put(const std::byte* data) {
    place_.data[static_cast<std::size_t>(rank_)] = data;
    place_.barrier.arrive_and_wait();
  }
  // From the last process to the first.
  template <class T>
  void add_all(std::span<T> values) {
    put(reinterpret_cast<const std::byte*>(values.data()));
    std::vector<T> sum(values.size(), T{0});
    for (std::size_t r = place_.data.size(); r-- > 0;)
      for (std::size_t i = 0; i < sum.size(); ++i)
        sum[i] += reinterpret_cast<const T*>(place_.data[r])[i];
    place_.barrier.arrive_and_wait();
    std::copy(sum.begin(), sum.end(), values.begin());
  }

  Place& place_;
  int rank_;
};

// f(communicator) on so many threads, each a process of its own; f must not throw.
template <class F>
void as_processes(int processes, F f) {
  ThreadCommunicator::Place place(processes);
  std::vector<std::thread> threads;
  for (int rank = 0; rank < processes; ++rank)
    threads.emplace_back([&place, &f, rank] {
      ThreadCommunicator communicator(place, rank);
      f(communicator);
    });
  for (std::thread& thread : threads) thread.join();
}

}  // namespace renyi::testing
