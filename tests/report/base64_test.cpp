#include "renyi/report/base64.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace renyi::base64_test {
namespace {

TEST(Base64, GivesTheExamplesOfTheStandard) {
  EXPECT_EQ(base64(""), "");
  EXPECT_EQ(base64("f"), "Zg==");
  EXPECT_EQ(base64("fo"), "Zm8=");
  EXPECT_EQ(base64("foo"), "Zm9v");
  EXPECT_EQ(base64("foobar"), "Zm9vYmFy");
}

RC_GTEST_PROP(Base64, ReadsBackAnyBytes, (const std::string& bytes)) {
  RC_ASSERT(from_base64(base64(bytes)) == bytes);
}

TEST(Base64, RefusesAllElse) {
  for (const char* text : {"Z", "Zg", "Zg=", "Zg===", "=", "====", "Zh==", "Zm9=", "Zm 9",
                           "Zg==Zg==", "Zm9v\n", "Z-=="})
    EXPECT_EQ(from_base64(text), std::nullopt) << text;
}

}  // namespace
}  // namespace renyi::base64_test
