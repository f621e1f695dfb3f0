#include "renyi/data/image_checks.hpp"

#include <gtest/gtest.h>

#include <limits>

#include "renyi/core/error.hpp"

namespace renyi::image_checks_test {
namespace {

TEST(ImageChecks, CountPixelsAsPeopleDo) {
  EXPECT_EQ(pixel_in_image(0.5F, 0, 6), "0.5 in image 1, pixel 7");
  EXPECT_EQ(pixel_in_image(std::numeric_limits<float>::quiet_NaN(), 2, 0),
            "NaN in image 3, pixel 1");
}

TEST(ImageChecks, SettleTheSizeByFileOrOptions) {
  Index height = 0, width = 0;
  settle_size({}, 6, "f", height, width);
  EXPECT_EQ(height, 0);
  settle_size({.height = 2, .width = 3}, 6, "f", height, width);
  EXPECT_EQ(height, 2);
  EXPECT_EQ(width, 3);
  settle_size({.transpose = true}, 6, "f", height, width);
  EXPECT_THROW(settle_size({.height = 3, .width = 2}, 6, "f", height, width), DataError);
  height = width = 0;
  EXPECT_THROW(settle_size({.height = 2, .width = 2}, 6, "f", height, width), DataError);
  EXPECT_THROW(settle_size({.transpose = true}, 6, "f", height, width), UsageError);
}

TEST(ImageChecks, SayWhatIsWrong) {
  EXPECT_THROW(refuse_not_finite("f", "p"), DataError);
  EXPECT_THROW(refuse_to_invert("f", "p"), DataError);
  EXPECT_THROW(refuse_for_bernoulli("f", "p"), DataError);
}

}  // namespace
}  // namespace renyi::image_checks_test
