#include "renyi/bound/evidence_stream.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>

#include "renyi/bound/log_weights.hpp"
#include "renyi/bound/pareto.hpp"
#include "renyi/core/error.hpp"
#include "renyi/core/log_space.hpp"

namespace renyi {

EvidenceStream::EvidenceStream(Index draws) : draws_(draws) {
  if (draws < 1)
    throw UsageError(fmt::format("evidence: expected at least one draw, found {}", draws));
  tail_.reserve(static_cast<std::size_t>(tail_length(draws)) + 1);
  restart();
}

void EvidenceStream::restart() {
  added_ = 0;
  largest_ = -infinity;
  sum_ = squares_ = 0.0;
  tail_.clear();
}

void EvidenceStream::add(std::span<const double> log_weights) {
  if (added_ + std::ssize(log_weights) > draws_)
    throw UsageError(fmt::format("evidence: expected {} draws, found more", draws_));
  require_log_weights(log_weights);
  added_ += std::ssize(log_weights);
  const double largest = *std::max_element(log_weights.begin(), log_weights.end());
  if (largest > largest_) {
    const double shrink = std::exp(largest_ - largest);
    sum_ *= shrink;
    squares_ *= shrink * shrink;
    largest_ = largest;
  }
  if (std::isinf(largest_)) return;  // all are 0 so far
  const std::size_t room = static_cast<std::size_t>(tail_length(draws_)) + 1;
  for (const double value : log_weights) {
    const double weight = std::exp(value - largest_);
    sum_ += weight;
    squares_ += weight * weight;
    if (tail_.size() < room) {
      tail_.push_back(value);
      std::push_heap(tail_.begin(), tail_.end(), std::greater<>());
    } else if (value > tail_.front()) {
      std::pop_heap(tail_.begin(), tail_.end(), std::greater<>());
      tail_.back() = value;
      std::push_heap(tail_.begin(), tail_.end(), std::greater<>());
    }
  }
}

double EvidenceStream::log_mean_weight() const {
  return largest_ + std::log(sum_ / static_cast<double>(added_));
}

double EvidenceStream::effective_draws() const {
  return squares_ == 0.0 ? 0.0 : sum_ * sum_ / squares_;
}

std::optional<double> EvidenceStream::pareto_k() const {
  const Index needed = tail_length(draws_) + 1;
  if (added_ < draws_ || std::ssize(tail_) < needed) return std::nullopt;
  return renyi::pareto_k(Eigen::Map<const Vector>(tail_.data(), std::ssize(tail_)), draws_);
}

}  // namespace renyi
