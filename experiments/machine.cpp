#include "experiments/machine.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstring>
#include <limits>
#include <vector>

#include "renyi/core/fma_peak.hpp"

namespace renyi {
namespace {

using MachineClock = std::chrono::steady_clock;

// The least seconds of some calls.
template <class F>
double least_seconds(int calls, F&& f) {
  double least = std::numeric_limits<double>::infinity();
  for (int i = 0; i < calls; ++i) {
    const auto start = MachineClock::now();
    f();
    least = std::min(least, std::chrono::duration<double>(MachineClock::now() - start).count());
  }
  return least;
}

double measure_latency(Communicator& others) {
  constexpr int calls = 200;
  return least_seconds(20,
                       [&] {
                         for (int i = 0; i < calls; ++i) others.any(false);
                       }) /
         calls;
}

double measure_bandwidth(Communicator& others) {
  constexpr std::size_t to_each = std::size_t{1} << 20;
  const auto processes = static_cast<std::size_t>(others.size());
  std::vector<std::byte> sent(to_each * processes), received(sent.size());
  std::vector<ConstBytes> out;
  std::vector<Bytes> in;
  for (std::size_t r = 0; r < processes; ++r) {
    out.emplace_back(sent.data() + r * to_each, to_each);
    in.emplace_back(received.data() + r * to_each, to_each);
  }
  const double seconds = least_seconds(30, [&] { others.exchange(out, in); });
  return static_cast<double>(to_each * (processes - 1)) / seconds;
}

}  // namespace

Machine measure_machine(Communicator* others) {
  Machine machine;
  const double operations = run_fma();
  machine.flops = operations / least_seconds(1000, [] { run_fma(); });
  constexpr std::size_t bytes = std::size_t{2} << 20;  // about as a model's parameters
  std::vector<char> from(bytes, 1), to(bytes);
  machine.memory = 2.0 * static_cast<double>(bytes) /
                   least_seconds(200, [&] { std::memcpy(to.data(), from.data(), bytes); });
  if (others == nullptr || others->size() == 1) return machine;
  machine.latency = measure_latency(*others);
  machine.bandwidth = measure_bandwidth(*others);
  return machine;
}

Table machine_table(const Machine& machine, int processes) {
  Table table{.name = "machine",
              .title = processes == 1
                           ? "This machine"
                           : fmt::format("This machine, {} processes at once", processes),
              .columns = {"quantity", "value", "unit"}};
  table.rows = {{"float multiply-adds of one core", 1e-9 * machine.flops, "GF/s"},
                {"arrays of 2 MB copied by one core", 1e-9 * machine.memory, "GB/s"}};
  if (processes > 1) {
    table.rows.push_back({"a call of all processes", 1e6 * machine.latency, "us"});
    table.rows.push_back({"bytes that a process sends", 1e-9 * machine.bandwidth, "GB/s"});
  }
  return table;
}

}  // namespace renyi
