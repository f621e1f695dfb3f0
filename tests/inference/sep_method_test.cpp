#include "renyi/inference/sep_method.hpp"

#include <gtest/gtest.h>

#include "renyi/core/error.hpp"

namespace renyi::sep_method_test {
namespace {

class Still final : public SepMethod {
 public:
  bool step(std::span<const Index> /*rows*/, double /*step*/) override { return false; }
  void start_average() override {}
  void take_average() override {}
  Vector mean() const override { return Vector::Zero(2); }
  Matrix covariance() const override { return Matrix{{4.0, 1.0}, {1.0, 9.0}}; }
  double log_evidence(Communicator* /*others*/) const override { return 0.0; }
  std::int64_t site_numbers() const override { return 5; }
};

TEST(SepMethod, SdIsTheRootOfTheVariances) { EXPECT_EQ(Still().sd(), (Vector{{2.0, 3.0}})); }

TEST(SepMethod, SharesRowsOnlyWhereItSaysHow) {
  Still still;
  double numbers[5] = {};
  EXPECT_THROW(still.write_factors(numbers), UsageError);
  EXPECT_THROW(still.set_others(numbers), UsageError);
}

}  // namespace
}  // namespace renyi::sep_method_test
