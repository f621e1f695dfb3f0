// The processes of one run, which all take the same steps: what they tell each other, and what that
// costs. How messages travel is left to implementations; where there is none, a run is alone.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "renyi/core/error.hpp"

namespace renyi {

using Bytes = std::span<std::byte>;
using ConstBytes = std::span<const std::byte>;

// Items [begin, end) of some.
struct Share {
  std::int64_t begin = 0, end = 0;
  std::int64_t size() const { return end - begin; }
};
// What one of so many processes has of a number of items: about as many as any other, in their
// order.
Share share_of(std::int64_t items, int rank, int processes);

// Every call but send() and receive() is made by all processes, in the same order. None allocates
// more than its first calls.
class Communicator {
 public:
  struct Traffic {
    std::uint64_t calls = 0;
    std::uint64_t bytes = 0;  // that this process sent to others
    double seconds = 0.0;     // in calls, the time of waiting for others among it
  };

  Communicator() = default;
  Communicator(const Communicator&) = delete;
  Communicator& operator=(const Communicator&) = delete;
  virtual ~Communicator() = default;

  virtual int rank() const = 0;  // this process, from 0
  virtual int size() const = 0;  // how many there are

  // Of `items` of so many bytes each, this process has its share_of; then all have all of them.
  void all_gather(std::byte* data, std::int64_t items, std::size_t item_bytes);
  template <class T>
  void all_gather(T* data, std::int64_t items, std::int64_t of_each = 1) {
    all_gather(reinterpret_cast<std::byte*>(data), items,
               static_cast<std::size_t>(of_each) * sizeof(T));
  }
  // out[r] goes to process r, in[r] comes from it; lengths agree.
  void exchange(std::span<const ConstBytes> out, std::span<const Bytes> in);
  // What process `from` has, to all.
  void broadcast(Bytes data, int from);
  // The sums over processes, in whatever order is fastest.
  void add(std::span<float> values);
  void add(std::span<double> values);

  // Whether any process says so.
  bool any(bool here);
  // The lowest process that says so, or size() where none does.
  int lowest(bool here);

  // Messages from one to one, in the order in which they are sent; from any thread, but not while
  // another thread makes one of the calls above. Nothing where none has come.
  virtual void send(int to, const std::string& message) = 0;
  virtual std::optional<std::string> receive(int from) = 0;

  // Whether somebody has noted that a process is no more: the others are not to wait for it.
  void note_lost() { has_lost_ = true; }
  bool has_lost() const { return has_lost_; }

  const Traffic& traffic() const { return traffic_; }

 protected:
  // ends[r]: where the bytes of process r end, and those of the next begin.
  virtual void do_all_gather(std::byte* data, std::span<const std::size_t> ends) = 0;
  virtual void do_exchange(std::span<const ConstBytes> out, std::span<const Bytes> in) = 0;
  virtual void do_broadcast(Bytes data, int from) = 0;
  virtual void do_add(std::span<float> values) = 0;
  virtual void do_add(std::span<double> values) = 0;

 private:
  class Call;

  Traffic traffic_ = {};
  std::atomic<bool> has_lost_ = false;
  std::vector<std::size_t> ends_ = {};
  std::vector<std::byte> flags_ = {};
};

// The processes of a run, and what their sums are like.
struct Processes {
  Communicator* communicator = nullptr;  // null: there are no others
  // In whatever order is fastest, so that bits depend on the number of processes.
  bool fast_sums = false;
};

// Where the problem of any process is not empty, all throw NumericalError with that of the lowest.
void require_no_problem(Communicator& communicator, std::string problem);

// Runs f here, as all others do; where one throws a NumericalError, all do. Null: there are no
// others.
template <class F>
void together(Communicator* communicator, F&& f) {
  if (communicator == nullptr) return f();
  std::string problem;
  try {
    f();
  } catch (const NumericalError& error) {
    problem = error.what();
  }
  require_no_problem(*communicator, std::move(problem));
}

}  // namespace renyi
