#include "renyi/bound/alpha.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <bit>
#include <cmath>
#include <string>

#include "renyi/core/error.hpp"

namespace renyi::alpha_test {
namespace {

TEST(Alpha, HasNamesForTheSpecialOrders) {
  EXPECT_EQ(Alpha::parse("vi"), Alpha::vi());
  EXPECT_EQ(Alpha::parse("iwae"), Alpha::iwae());
  EXPECT_EQ(Alpha::parse("vr-max"), Alpha::vr_max());
  EXPECT_EQ(Alpha::parse("vr-min"), Alpha::vr_min());
  EXPECT_EQ(Alpha::vi().value(), 1.0);
  EXPECT_EQ(Alpha::iwae().value(), 0.0);
  EXPECT_EQ(Alpha::vr_max().value(), -INFINITY);
}

TEST(Alpha, ParsesNumbersAndInfinities) {
  EXPECT_EQ(Alpha::parse("0.5").value(), 0.5);
  EXPECT_EQ(Alpha::parse("+2").value(), 2.0);
  EXPECT_EQ(Alpha::parse("-1e-9").value(), -1e-9);
  EXPECT_EQ(Alpha::parse("-inf").value(), -INFINITY);
  EXPECT_EQ(Alpha::parse("inf").value(), INFINITY);
  EXPECT_EQ(Alpha::parse("+inf").value(), INFINITY);
}

RC_GTEST_PROP(Alpha, PrintsWhatItParses, (std::uint64_t bits)) {
  const auto order = std::bit_cast<double>(bits);
  RC_PRE(!std::isnan(order));
  RC_ASSERT(Alpha::parse(Alpha(order).to_string()) == Alpha(order));
}

TEST(Alpha, RefusesWhatIsNoOrderAndSaysWhatIsExpected) {
  for (const char* text : {"", " ", "nan", "NaN", "-nan", "abc", "1x", "0.5 ", "+-1", "++1", "--1",
                           "1e999", "0x10", "1,2", "infinit"}) {
    try {
      Alpha::parse(text);
      FAIL() << "accepted '" << text << "'";
    } catch (const UsageError& error) {
      EXPECT_EQ(std::string(error.what()),
                "alpha: expected a number, inf, -inf, vi, iwae, vr-max or vr-min, found '" +
                    std::string(text) + "'");
    }
  }
  EXPECT_THROW(Alpha(std::nan("")), UsageError);
}

TEST(Alpha, ListsAreSeparatedByCommas) {
  const auto alphas = Alpha::parse_list("-inf,-1,0,0.5,vi,inf");
  ASSERT_EQ(alphas.size(), 6U);
  EXPECT_EQ(alphas.front(), Alpha::vr_max());
  EXPECT_EQ(alphas[4], Alpha::vi());
  EXPECT_THROW(Alpha::parse_list(""), UsageError);
  EXPECT_THROW(Alpha::parse_list("1,,2"), UsageError);
  EXPECT_THROW(Alpha::parse_list("1,"), UsageError);
}

TEST(Alpha, AreOrderedAsNumbers) {
  EXPECT_LT(Alpha::vr_max(), Alpha(-1e300));
  EXPECT_LT(Alpha(0.5), Alpha::vi());
  EXPECT_LT(Alpha(1e300), Alpha::vr_min());
  EXPECT_EQ(Alpha(-0.0), Alpha(0.0));
  EXPECT_EQ(Alpha(-0.0).to_string(), "0");
}

TEST(Alpha, KnowsWhetherItIsFinite) {
  EXPECT_TRUE(Alpha(1e308).is_finite());
  EXPECT_FALSE(Alpha::vr_max().is_finite());
  EXPECT_FALSE(Alpha::vr_min().is_finite());
}

}  // namespace
}  // namespace renyi::alpha_test
