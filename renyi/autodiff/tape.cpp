#include "renyi/autodiff/tape.hpp"

#include <Eigen/Core>
#include <algorithm>
#include <bit>
#include <cstdlib>
#include <limits>
#include <new>

#include "renyi/core/error.hpp"

namespace renyi::autodiff {
namespace {

// Frees the tape's memory when its thread ends.
struct TapeOwner {
  TapeOwner() = default;
  TapeOwner(const TapeOwner&) = delete;
  TapeOwner& operator=(const TapeOwner&) = delete;
  ~TapeOwner() {
    std::free(tape.records);
    std::free(tape.adjoints);
    std::free(tape.weights);
    tape = Tape{};
  }
};

void own_tape() { static thread_local TapeOwner owner; }

template <class T>
void enlarge(T*& memory, std::int64_t old_size, std::int64_t size) {
  auto* larger = static_cast<T*>(std::realloc(memory, static_cast<std::size_t>(size) * sizeof(T)));
  if (larger == nullptr) throw std::bad_alloc();
  memory = larger;
  std::fill(memory + old_size, memory + size, T{});
}

}  // namespace

void grow_records(std::int64_t more) {
  own_tape();
  constexpr std::int64_t most = std::numeric_limits<Node>::max();
  if (tape.size + more > most)
    throw UsageError("automatic derivatives: more than 2147483647 operations in one evaluation");
  const std::int64_t twice = std::max<std::int64_t>(2 * std::int64_t{tape.capacity}, 4096);
  const std::int64_t capacity = std::min(std::max(twice, tape.size + more), most);
  enlarge(tape.records, tape.capacity, capacity);
  enlarge(tape.adjoints, tape.capacity, capacity);
  tape.capacity = static_cast<Node>(capacity);
}

void grow_weights(std::int64_t more) {
  own_tape();
  const std::int64_t capacity =
      std::max({2 * tape.weights_capacity, tape.weights_size + more, std::int64_t{4096}});
  enlarge(tape.weights, tape.weights_capacity, capacity);
  tape.weights_capacity = capacity;
}

void pass_back(Node node, double slope, Node first) {
  const Record* const records = tape.records;
  double* const adjoints = tape.adjoints;
  adjoints[node] += slope;
  double carried = 0.0;  // to the next node below, from a sum that runs on from it
  Node i = node;
  while (i >= first) {
    const Record record = records[i];
    const double adjoint = adjoints[i] + carried;
    adjoints[i] = 0.0;
    carried = 0.0;
    if (record.kind == start || record.kind == linked) [[likely]] {
      if (adjoint != 0.0) adjoints[record.parent] += adjoint * record.weight;
      carried = record.kind == linked ? adjoint : 0.0;
      --i;
    } else if (record.kind == scaled) {
      if (adjoint != 0.0) {
        adjoints[record.parent] += adjoint;
        carried = adjoint * record.weight;
      }
      --i;
    } else if (record.kind > 0) {
      if (adjoint != 0.0)
        for (const Record* term = records + i - record.kind; term != records + i; ++term)
          adjoints[term->parent] += adjoint * term->weight;
      i -= record.kind + 1;
    } else {
      using Numbers = Eigen::Map<Eigen::VectorXd>;
      double* const weights = tape.weights + std::bit_cast<std::int64_t>(record.weight);
      if (adjoint != 0.0)
        Numbers(adjoints + record.parent, -record.kind) += adjoint * Numbers(weights, -record.kind);
      --i;
    }
  }
  if (carried != 0.0) adjoints[i] += carried;
}

}  // namespace renyi::autodiff
