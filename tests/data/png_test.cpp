#include "renyi/data/png.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "renyi/core/error.hpp"
#include "tests/support/png.hpp"

namespace renyi::png_test {
namespace {

using testing::png;
using testing::png_chunk;
using Samples = std::vector<std::uint16_t>;

RC_GTEST_PROP(Png, GivesBackEveryPixelFromTheSameBytes, ()) {
  const ImageSize size{*rc::gen::inRange(1, 9), *rc::gen::inRange(1, 9)};
  const auto pixels = *rc::gen::container<std::vector<std::uint8_t>>(
      static_cast<std::size_t>(size.width * size.height), rc::gen::arbitrary<std::uint8_t>());
  const std::string bytes = encode_png(size, pixels);
  RC_ASSERT(bytes.starts_with("\x89PNG"));
  RC_ASSERT(decode_png(size, bytes) == pixels);
  RC_ASSERT(decode_png(bytes).pixels == Samples(pixels.begin(), pixels.end()));
  RC_ASSERT(encode_png(size, pixels) == bytes);
}

TEST(Png, RefusesPixelsThatAreNotAsManyAsTheSizeSays) {
  EXPECT_THROW(encode_png({2, 2}, {1, 2, 3}), UsageError);
  EXPECT_THROW(encode_png({0, 0}, {}), UsageError);
  EXPECT_THROW(encode_png({max_image_side + 1, 1}, {}), UsageError);
}

TEST(Png, ReadsNothingFromAnotherSizeOrDamagedBytes) {
  const std::string bytes = encode_png({2, 3}, {1, 2, 3, 4, 5, 6});
  EXPECT_TRUE(decode_png({3, 2}, bytes).empty());
  EXPECT_TRUE(decode_png({-2, -3}, bytes).empty());
  EXPECT_TRUE(decode_png({max_image_side, max_image_side}, bytes).empty());
  for (std::size_t length = 0; length < bytes.size(); ++length)
    EXPECT_TRUE(decode_png({2, 3}, bytes.substr(0, length)).empty()) << length;
  auto damaged = bytes;
  damaged[damaged.size() - 20] ^= 0x10;  // within the pixels: their checksum tells
  EXPECT_TRUE(decode_png({2, 3}, damaged).empty());
}

TEST(Png, ReadsGreyOfEveryDepth) {
  EXPECT_EQ(decode_png(png(3, 1, 0, {"\xa0"})).pixels, (Samples{255, 0, 255}));
  EXPECT_EQ(decode_png(png(2, 2, 0, {"\x60"})).pixels, (Samples{85, 170}));
  EXPECT_EQ(decode_png(png(2, 4, 0, {"\x1f"})).pixels, (Samples{17, 255}));
  const auto eight = decode_png(png(1, 8, 0, {"\x07", "\xfe"}));
  EXPECT_EQ(eight.pixels, (Samples{7, 254}));
  EXPECT_EQ(eight.size, (ImageSize{.width = 1, .height = 2}));
  EXPECT_EQ(eight.white, 255);
  const auto sixteen = png(2, 16, 0, {"\x01\x02\xff\xfe"});
  EXPECT_EQ(decode_png(sixteen).pixels, (Samples{0x0102, 0xfffe}));
  EXPECT_EQ(decode_png(sixteen).white, 65535);
  EXPECT_TRUE(decode_png({2, 1}, sixteen).empty()) << "not of 8 bits";
}

// What a file says of its gamma does not change its numbers.
TEST(Png, KeepsTheNumbersOfGrey) {
  const auto gamma = png_chunk("gAMA", testing::big_endian(100000, 4));
  EXPECT_EQ(decode_png(png(2, 8, 0, {"\x40\x80"}, gamma)).pixels, (Samples{64, 128}));
  EXPECT_EQ(decode_png(png(1, 16, 0, {"\x40\x80"}, gamma)).pixels, (Samples{0x4080}));
}

TEST(Png, TurnsColoursToGreyAndLaysWhatIsTransparentOnBlack) {
  EXPECT_EQ(decode_png(png(2, 8, 2, {std::string("\x50\x50\x50\xff\xff\xff", 6)})).pixels,
            (Samples{80, 255}));
  const auto green = decode_png(png(3, 8, 2, {std::string("\xff\0\0\0\xff\0\0\0\xff", 9)})).pixels;
  ASSERT_EQ(green.size(), 3U);
  EXPECT_GT(green[1], green[0]);  // as bright as eyes find them
  EXPECT_GT(green[0], green[2]);
  EXPECT_NEAR(green[0] + green[1] + green[2], 255, 2);
  const auto palette = png_chunk("PLTE", std::string("\x14\x14\x14\xc8\xc8\xc8", 6));
  EXPECT_EQ(decode_png(png(2, 8, 3, {std::string("\1\0", 2)}, palette)).pixels, (Samples{200, 20}));
  EXPECT_EQ(decode_png(png(2, 8, 4, {std::string("\xc8\xff\xc8\0", 4)})).pixels, (Samples{200, 0}));
}

TEST(Png, DoesNotTrustTheSizeThatItClaims) {
  auto lying = png(1, 8, 0, {"\1"});
  const auto header = testing::big_endian(1 << 14, 4) + testing::big_endian(1 << 14, 4) +
                      std::string("\x08\0\0\0\0", 5);
  lying.replace(8, 25, png_chunk("IHDR", header));
  EXPECT_TRUE(decode_png(lying).pixels.empty());
  EXPECT_TRUE(decode_png(png(1 << 15, 1, 0, {std::string(1 << 12, '\0')})).pixels.empty());
}

}  // namespace
}  // namespace renyi::png_test
