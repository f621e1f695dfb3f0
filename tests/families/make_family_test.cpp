#include "renyi/families/make_family.hpp"

#include <gtest/gtest.h>

#include "renyi/core/error.hpp"

namespace renyi::make_family_test {
namespace {

TEST(MakeFamily, MakesTheOneNamed) {
  EXPECT_EQ(make_family(FamilyKind::mean_field, 4)->parameters(), 8);
  EXPECT_EQ(make_family(FamilyKind::full_rank, 4)->parameters(), 14);
  EXPECT_EQ(make_family(FamilyKind::low_rank, 4, {.rank = 1})->parameters(), 12);
  EXPECT_EQ(make_family(FamilyKind::low_rank, 4, {.rank = 9})->parameters(), 24)
      << "a rank of 4 at most";
  EXPECT_EQ(make_family(FamilyKind::mixture, 4, {.components = 2})->parameters(), 18);
  // 16 hidden units, halves of 2: 16 x 2 + 16 + 4 x 16 + 4 a layer.
  EXPECT_EQ(make_family(FamilyKind::flow, 4, {.layers = 3})->parameters(), 3 * 116);
}

TEST(MakeFamily, RefusesSizesWithoutMeaning) {
  EXPECT_THROW(FamilySizes{.rank = 0}.validate(), UsageError);
  EXPECT_THROW(FamilySizes{.components = 0}.validate(), UsageError);
  EXPECT_THROW(FamilySizes{.layers = 1}.validate(), UsageError);
  EXPECT_NO_THROW(FamilySizes{}.validate());
}

}  // namespace
}  // namespace renyi::make_family_test
