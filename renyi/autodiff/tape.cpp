#include "renyi/autodiff/tape.hpp"

#include <Eigen/Core>
#include <algorithm>
#include <bit>
#include <cstdlib>
#include <limits>
#include <new>

#include "renyi/autodiff/variable.hpp"
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

// What a record of three terms or more gives to their nodes.
void pass_to_many(const Record& record, double adjoint) {
  if (record.kind > 0) {
    for (const Record* term = &record - record.kind; term != &record; ++term)
      tape.adjoints[term->parent] += adjoint * term->weight;
  } else {
    using Numbers = Eigen::Map<Eigen::VectorXd>;
    double* const weights = tape.weights + std::bit_cast<std::int64_t>(record.weight);
    Numbers(tape.adjoints + record.parent, -record.kind) +=
        adjoint * Numbers(weights, -record.kind);
  }
}

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
  double* const adjoints = tape.adjoints;
  const Record* record = tape.records + node;
  double* at = adjoints + node;
  double* const end = adjoints + first;
  *at += slope;
  double carried = 0.0;  // to the next node below, from a sum that runs on from it
  while (at >= end) {
    const double adjoint = *at + carried;
    *at = 0.0;
    std::ptrdiff_t down = 1;
    if (record->kind == linked) [[likely]] {
      adjoints[record->parent] += chain(adjoint, record->weight);
      carried = adjoint;
    } else if (record->kind == start) {
      adjoints[record->parent] += chain(adjoint, record->weight);
      carried = 0.0;
    } else if (record->kind == scaled) {
      adjoints[record->parent] += adjoint;
      carried = chain(adjoint, record->weight);
    } else if (record->kind == both) {
      adjoints[record->parent] += chain(adjoint, record->weight);
      carried = chain(adjoint, record[-1].weight);
      down = 2;
    } else {
      if (adjoint != 0.0) pass_to_many(*record, adjoint);
      carried = 0.0;
      if (record->kind > 0) down = record->kind + 1;
    }
    at -= down;
    record -= down;
  }
  if (carried != 0.0) *at += carried;
}

}  // namespace renyi::autodiff
