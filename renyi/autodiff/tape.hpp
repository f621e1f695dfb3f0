// The record of a computation from which its gradient is read backwards: one per thread, written
// anew at every evaluation. What the operations are, and their derivatives, is left to Variable.
//
// Record i defines the node v_i. With `weight` w and `parent` p it is, by its kind,
//   start      v_i = w v_p
//   linked     v_i = v_(i-1) + w v_p: a sum that runs on costs one record a term, and its adjoint
//              stays in a register on the way back
//   scaled     v_i = w v_(i-1) + v_p: a term that was just computed, added to a sum
//   both       v_i = w' v_(i-2) + w v_p, where w' is the weight of record i - 1, which is no node
//   n >= 3     v_i = sum of w v_p over the n records before it, which are no nodes of their own
//   -n < 0     v_i = sum_j weights[offset + j] v_(p + j), j < n; offset stands in the bits of w
// in differentials. The first nodes are the arguments, which have no record.
#pragma once

#include <cstdint>
#include <limits>

namespace renyi::autodiff {

class Variable;

using Node = std::int32_t;
inline constexpr Node no_node = -1;

struct Record {
  double weight;
  Node parent;
  std::int32_t kind;
};
inline constexpr std::int32_t start = 0;
inline constexpr std::int32_t linked = 1;
inline constexpr std::int32_t scaled = 2;
inline constexpr std::int32_t both = std::numeric_limits<std::int32_t>::min();

// Without destructor or constructor that runs, so that reaching it costs no check. The adjoints are
// all 0 between two passes back.
struct Tape {
  Record* records = nullptr;
  double* adjoints = nullptr;
  Node size = 0;
  Node capacity = 0;
  double* weights = nullptr;
  std::int64_t weights_size = 0;
  std::int64_t weights_capacity = 0;
  // The arguments as the function got them; dot() knows them by where they stand.
  const Variable* arguments = nullptr;
  const double* argument_values = nullptr;
  Node argument_count = 0;
  Node first_argument = 0;
};

// Hidden: a shared library has a tape of its own, whatever version of it others were built with.
[[gnu::visibility("hidden"),
  gnu::tls_model("initial-exec")]] inline constinit thread_local Tape tape{};

// Room for `more` records, or weights; UsageError beyond 2147483647 records.
void grow_records(std::int64_t more);
void grow_weights(std::int64_t more);

inline void reserve_records(std::int64_t more) {
  if (tape.capacity - tape.size < more) [[unlikely]]
    grow_records(more);
}

// Writes record `next`, where next == tape.size and there is room. The caller knows that number
// from a node that it has: reading the size anew would have each record wait for the one before it.
[[gnu::always_inline]] inline Node put_record(Node next, double weight, Node parent,
                                              std::int32_t kind) {
  tape.records[next] = {weight, parent, kind};
  tape.size = next + 1;
  return next;
}

inline Node add_record(double weight, Node parent, std::int32_t kind) {
  reserve_records(1);
  return put_record(tape.size, weight, parent, kind);
}

// Adds to the adjoints of the nodes below `first` what d(slope v_node) is in them; those from
// `first` on are 0 again. An adjoint of 0 is not passed on, so that code without effect on the
// result cannot bring in 0 times infinity.
void pass_back(Node node, double slope, Node first);

}  // namespace renyi::autodiff
