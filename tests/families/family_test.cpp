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

TEST(Family, IsOfOnePartUnlessItSaysSo) {
  FullRankFamily family(3);
  Matrix noise = testing::normal_matrix(3, 2, 1);
  const Matrix before = noise;
  Vector log_shares = Vector::Ones(2), out = Vector::Ones(family.parameters());
  family.stratify(noise, log_shares);
  family.add_shares(Vector::Ones(2), out);
  EXPECT_EQ(family.parts(), 1);
  EXPECT_EQ(noise, before);
  EXPECT_EQ(log_shares, Vector::Zero(2));
  EXPECT_EQ(out, Vector::Ones(family.parameters()));
}

}  // namespace
}  // namespace renyi::family_test
