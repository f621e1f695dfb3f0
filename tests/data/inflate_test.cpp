#include "renyi/data/inflate.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "tests/support/png.hpp"

namespace renyi::inflate_test {
namespace {

RC_GTEST_PROP(Inflate, GivesBackWhatWasPacked, ()) {
  const auto bytes = *rc::gen::arbitrary<std::string>();
  const auto packed = testing::zlib_packed(bytes);
  RC_ASSERT(inflate_all(packed) == bytes);
  const auto limit = *rc::gen::inRange<std::size_t>(0, bytes.size() + 3);
  RC_ASSERT(inflate_start(packed, limit) == bytes.substr(0, limit));
}

TEST(Inflate, GivesBackMoreThanOnePiece) {
  const std::string bytes(1'000'000, 'x');
  EXPECT_EQ(inflate_all(testing::zlib_packed(bytes)), bytes);
  EXPECT_EQ(inflate_start(testing::zlib_packed(bytes), 100'000), bytes.substr(0, 100'000));
}

TEST(Inflate, GivesNothingOfWhatIsCutDamagedOrFollowedByMore) {
  const auto packed = testing::zlib_packed("some bytes, some more bytes, and some more");
  for (std::size_t length = 0; length < packed.size(); ++length)
    EXPECT_FALSE(inflate_all(packed.substr(0, length))) << length;
  auto damaged = packed;
  damaged.back() ^= 1;  // the checksum
  EXPECT_FALSE(inflate_all(damaged));
  EXPECT_FALSE(inflate_all(packed + "x"));
  EXPECT_FALSE(inflate_all("no zlib data"));
  EXPECT_EQ(inflate_start("no zlib data", 9), "");
}

}  // namespace
}  // namespace renyi::inflate_test
