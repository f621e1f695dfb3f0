#include "renyi/families/family.hpp"

#include <gtest/gtest.h>

#include "renyi/families/full_rank_family.hpp"
#include "tests/support/family_checks.hpp"

namespace renyi::family_test {
namespace {

TEST(Family, SdIsTheRootOfTheVariances) {
  FullRankFamily family(3);
  family.set(testing::normal_vector(family.parameters(), 1));
  EXPECT_TRUE(family.sd().cwiseAbs2().isApprox(family.covariance().diagonal(), 1e-14));
}

TEST(Family, HasANumberOfNoiseForEachCoordinateUnlessItSaysSo) {
  EXPECT_EQ(FullRankFamily(3).noise(), 3);
}

}  // namespace
}  // namespace renyi::family_test
