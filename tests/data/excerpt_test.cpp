#include "renyi/data/excerpt.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>

namespace renyi::excerpt_test {
namespace {

TEST(Excerpt, ShowsPlainTextInQuotes) {
  EXPECT_EQ(excerpt("abc 1.5"), "'abc 1.5'");
  EXPECT_EQ(excerpt("größe ≤ 😀"), "'größe ≤ 😀'");
}

TEST(Excerpt, NamesTheEmptyCell) { EXPECT_EQ(excerpt(""), "an empty cell"); }

TEST(Excerpt, EscapesWhatATerminalWouldObeyAndWhatIsNotUtf8) {
  EXPECT_EQ(excerpt("a\nb\tc\x1b[2J\x7f"), "'a\\nb\\tc\\x1b[2J\\x7f'");
  EXPECT_EQ(excerpt("\xC2\x9B"), "'\\xc2\\x9b'");  // C1 control
  EXPECT_EQ(excerpt("\xFF\xC3"), "'\\xff\\xc3'");  // no UTF-8, cut off
  EXPECT_EQ(excerpt("\xC0\xAF\xED\xA0\x80"), "'\\xc0\\xaf\\xed\\xa0\\x80'");
}

TEST(Excerpt, ShortensLongText) {
  EXPECT_EQ(excerpt(std::string(40, 'x')), "'" + std::string(40, 'x') + "'");
  EXPECT_EQ(excerpt(std::string(41, 'x')), "'" + std::string(40, 'x') + "...'");
}

RC_GTEST_PROP(Excerpt, HasNoControlCharactersAndABoundedLength, (const std::string& text)) {
  const auto shown = excerpt(text);
  RC_ASSERT(std::none_of(shown.begin(), shown.end(), [](unsigned char c) { return c < 0x20; }));
  RC_ASSERT(shown.size() <= 4 * 40 + 5);
}

}  // namespace
}  // namespace renyi::excerpt_test
