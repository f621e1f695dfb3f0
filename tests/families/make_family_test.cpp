#include "renyi/families/make_family.hpp"

#include <gtest/gtest.h>

namespace renyi::make_family_test {
namespace {

TEST(MakeFamily, MakesTheOneNamed) {
  EXPECT_EQ(make_family(FamilyKind::mean_field, 4, 9)->parameters(), 8);
  EXPECT_EQ(make_family(FamilyKind::full_rank, 4, 9)->parameters(), 14);
  EXPECT_EQ(make_family(FamilyKind::low_rank, 4, 1)->parameters(), 12);
  EXPECT_EQ(make_family(FamilyKind::low_rank, 4, 9)->parameters(), 24) << "a rank of 4 at most";
}

}  // namespace
}  // namespace renyi::make_family_test
