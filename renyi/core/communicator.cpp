#include "renyi/core/communicator.hpp"

#include <algorithm>
#include <chrono>

namespace renyi {

Share share_of(std::int64_t items, int rank, int processes) {
  return {.begin = items * rank / processes, .end = items * (rank + 1) / processes};
}

// Counts a call and its time.
class Communicator::Call {
 public:
  Call(Traffic& traffic, std::size_t bytes) : traffic_(traffic) {
    ++traffic.calls;
    traffic.bytes += bytes;
  }
  Call(const Call&) = delete;
  Call& operator=(const Call&) = delete;
  ~Call() { traffic_.seconds += std::chrono::duration<double>(Clock::now() - start_).count(); }

 private:
  using Clock = std::chrono::steady_clock;
  Traffic& traffic_;
  Clock::time_point start_ = Clock::now();
};

void Communicator::all_gather(std::byte* data, std::int64_t items, std::size_t item_bytes) {
  ends_.resize(static_cast<std::size_t>(size()));
  for (int r = 0; r < size(); ++r)
    ends_[static_cast<std::size_t>(r)] =
        static_cast<std::size_t>(share_of(items, r, size()).end) * item_bytes;
  const auto mine = static_cast<std::size_t>(share_of(items, rank(), size()).size()) * item_bytes;
  const Call call(traffic_, mine * static_cast<std::size_t>(size() - 1));
  do_all_gather(data, ends_);
}

void Communicator::exchange(std::span<const ConstBytes> out, std::span<const Bytes> in) {
  std::size_t bytes = 0;
  for (std::size_t r = 0; r < out.size(); ++r)
    if (static_cast<int>(r) != rank()) bytes += out[r].size();
  const Call call(traffic_, bytes);
  do_exchange(out, in);
}

void Communicator::broadcast(Bytes data, int from) {
  const Call call(traffic_,
                  rank() == from ? data.size() * static_cast<std::size_t>(size() - 1) : 0);
  do_broadcast(data, from);
}

// What a ring sends: every process twice all but its part.
void Communicator::add(std::span<float> values) {
  const auto others = static_cast<std::size_t>(size() - 1);
  const Call call(traffic_, 2 * values.size_bytes() * others / static_cast<std::size_t>(size()));
  do_add(values);
}
void Communicator::add(std::span<double> values) {
  const auto others = static_cast<std::size_t>(size() - 1);
  const Call call(traffic_, 2 * values.size_bytes() * others / static_cast<std::size_t>(size()));
  do_add(values);
}

int Communicator::lowest(bool here) {
  flags_.resize(static_cast<std::size_t>(size()));
  flags_[static_cast<std::size_t>(rank())] = std::byte{here};
  all_gather(flags_.data(), size(), 1);
  return static_cast<int>(std::find(flags_.begin(), flags_.end(), std::byte{1}) - flags_.begin());
}

bool Communicator::any(bool here) { return lowest(here) < size(); }

void require_no_problem(Communicator& communicator, std::string problem) {
  const int from = communicator.lowest(!problem.empty());
  if (from == communicator.size()) return;
  std::uint64_t length = problem.size();
  communicator.broadcast(std::as_writable_bytes(std::span(&length, 1)), from);
  problem.resize(length);
  communicator.broadcast(std::as_writable_bytes(std::span(problem)), from);
  throw NumericalError(problem);
}

}  // namespace renyi
