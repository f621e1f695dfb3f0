#include "renyi/inference/minibatches.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <numeric>
#include <utility>

#include "renyi/core/error.hpp"
#include "renyi/core/random.hpp"

namespace renyi {
namespace {

// A number below `count`, each of nearly the same chance: they differ by count / 2^53.
std::size_t choice(double uniform, std::size_t count) {
  return std::min(static_cast<std::size_t>(uniform * static_cast<double>(count)), count - 1);
}

}  // namespace

Minibatches::Minibatches(Index rows, Index batch, std::uint64_t seed) : batch_(0), seed_(seed) {
  if (rows < 1) throw UsageError("minibatches: expected at least one row of data, found none");
  if (batch < 1) throw UsageError(fmt::format("batch: expected at least one row, found {}", batch));
  order_.resize(static_cast<std::size_t>(rows));
  batch_ = std::min(batch, rows);
}

// Fisher and Yates, from the identity, so that an epoch does not depend on the one before. The
// numbers come in blocks: block c is row c of the epoch's stream.
void Minibatches::shuffle(std::int64_t epoch) {
  std::iota(order_.begin(), order_.end(), Index{0});
  const Stream stream{seed_, Purpose::minibatch, static_cast<std::uint32_t>(epoch)};
  constexpr std::size_t block = 512;
  std::array<double, block> uniforms{};
  for (std::size_t i = 0; i + 1 < order_.size(); ++i) {
    if (i % block == 0) fill_uniform(stream, {.row = i / block}, std::span<double>(uniforms));
    std::swap(order_[i], order_[i + choice(uniforms[i % block], order_.size() - i)]);
  }
  epoch_ = epoch;
}

std::span<const Index> Minibatches::rows(std::int64_t epoch, Index index) {
  if (epoch != epoch_) shuffle(epoch);
  const Index begin = index * batch_;
  const Index size = std::min(batch_, std::ssize(order_) - begin);
  return {order_.data() + begin, static_cast<std::size_t>(size)};
}

}  // namespace renyi
