#include "renyi/bound/evidence_stream.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cmath>

#include "renyi/bound/estimate.hpp"
#include "renyi/bound/pareto.hpp"
#include "renyi/core/error.hpp"
#include "renyi/core/log_space.hpp"
#include "renyi/core/random.hpp"

namespace renyi::evidence_stream_test {
namespace {

Vector log_weights(Index draws, double scale, std::uint64_t seed) {
  Vector values(draws);
  fill_normal({.seed = seed, .purpose = Purpose::test}, {},
              std::span(values.data(), static_cast<std::size_t>(draws)));
  return scale * values.array() - 1000.0;
}

std::span<const double> part(const Vector& all, Index begin, Index end) {
  return {all.data() + begin, static_cast<std::size_t>(end - begin)};
}

RC_GTEST_PROP(EvidenceStream, PiecesGiveWhatTheWholeGives, ()) {
  const auto draws = *rc::gen::inRange<Index>(1, 400);
  const double scale = *rc::gen::element(0.01, 1.0, 10.0, 300.0);
  const Vector all = log_weights(draws, scale, *rc::gen::inRange<std::uint64_t>(0, 1000));
  const auto cut = *rc::gen::inRange<Index>(0, draws);
  EvidenceStream stream(draws);
  if (cut > 0) stream.add(part(all, 0, cut));
  stream.add(part(all, cut, draws));
  const Estimate whole = estimate_bound(Alpha::iwae(), all);
  RC_ASSERT(std::abs(stream.log_mean_weight() - whole.value) < 1e-10);
  RC_ASSERT(std::abs(stream.effective_draws() - whole.effective_draws) <
            1e-9 * whole.effective_draws);
  RC_ASSERT(stream.pareto_k() == pareto_k(all));
}

TEST(EvidenceStream, StartsAgain) {
  const Vector first = log_weights(100, 1.0, 1), second = log_weights(100, 1.0, 2);
  EvidenceStream used(100), fresh(100);
  used.add(part(first, 0, 100));
  used.restart();
  used.add(part(second, 0, 100));
  fresh.add(part(second, 0, 100));
  EXPECT_EQ(used.log_mean_weight(), fresh.log_mean_weight());
  EXPECT_EQ(used.pareto_k(), fresh.pareto_k());
}

TEST(EvidenceStream, WeightsOfZeroCountAsDraws) {
  EvidenceStream stream(4);
  stream.add(std::vector<double>{-infinity, -infinity});
  EXPECT_EQ(stream.log_mean_weight(), -infinity);
  EXPECT_EQ(stream.effective_draws(), 0.0);
  stream.add(std::vector<double>{3.0, 3.0});
  EXPECT_DOUBLE_EQ(stream.log_mean_weight(), 3.0 + std::log(0.5));
  EXPECT_DOUBLE_EQ(stream.effective_draws(), 2.0);
}

TEST(EvidenceStream, RefusesWhatIsNoLogWeightAndTooManyDraws) {
  EXPECT_THROW(EvidenceStream(0), UsageError);
  EvidenceStream stream(2);
  EXPECT_THROW(stream.add(std::vector<double>{std::nan("")}), NumericalError);
  EXPECT_THROW(stream.add(std::vector<double>{infinity}), NumericalError);
  EXPECT_THROW(stream.add(std::vector<double>{1.0, 2.0, 3.0}), UsageError);
  EXPECT_EQ(stream.pareto_k(), std::nullopt);
}

}  // namespace
}  // namespace renyi::evidence_stream_test
