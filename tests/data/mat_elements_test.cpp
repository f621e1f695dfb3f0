#include "renyi/data/mat_elements.hpp"

#include <gtest/gtest.h>

#include "tests/support/mat.hpp"

namespace renyi::mat_elements_test {
namespace {

using testing::MatWriter;

TEST(MatElements, HaveTypeDataAndPadding) {
  for (const bool big : {false, true}) {
    const MatWriter write(big);
    const auto element = mat_element(write.element(1, "hello") + "more", big);
    ASSERT_TRUE(element);
    EXPECT_EQ(element->type, 1U);
    EXPECT_EQ(element->data.size(), 5U);
    EXPECT_EQ(element->padded_bytes, 16U);
    EXPECT_EQ(mat_integer(write.integer(0x01020304), big), 0x01020304U);
  }
}

TEST(MatElements, ComeInAShortForm) {
  const std::string little("\x01\0\x03\0abc\0", 8);
  const std::string big(
      "\0\x03\0\x01"
      "abc\0",
      8);
  for (const bool is_big : {false, true}) {
    const std::string& bytes = is_big ? big : little;
    const auto element = mat_element(bytes, is_big);
    ASSERT_TRUE(element);
    EXPECT_EQ(element->type, 1U);
    EXPECT_EQ(element->data, "abc");
    EXPECT_EQ(element->padded_bytes, 8U);
  }
  EXPECT_FALSE(mat_element(std::string("\x01\0\x05\0abcd", 8), false));
}

TEST(MatElements, DoNotTrustTheirCounts) {
  const MatWriter write;
  const auto bytes = write.element(1, "12345678");
  for (std::size_t length = 0; length < bytes.size(); ++length)
    EXPECT_FALSE(mat_element(std::string_view(bytes).substr(0, length), false)) << length;
  EXPECT_FALSE(mat_element(write.integer(1) + write.integer(0xFFFFFFFFU) + "1234", false));
}

TEST(MatElements, TellTheHeadOfAnArray) {
  for (const bool big : {false, true}) {
    const auto array = MatWriter(big).array("a_name", 0x0809, {3, 5, 7}, 2, "numbers");
    const auto data = std::string_view(array).substr(MatElement::tag_bytes);
    const auto head = mat_array_head(data, big);
    ASSERT_TRUE(head);
    EXPECT_EQ(head->number_class, 9U);
    EXPECT_TRUE(head->is_complex);
    EXPECT_EQ(head->shape, (std::vector<std::int64_t>{3, 5, 7}));
    EXPECT_EQ(head->name, "a_name");
    const auto numbers = mat_element(data.substr(head->bytes), big);
    ASSERT_TRUE(numbers);
    EXPECT_EQ(numbers->data, "numbers");
    for (std::size_t length = 0; length + 8 < head->bytes; ++length)
      EXPECT_FALSE(mat_array_head(data.substr(0, length), big)) << length;
  }
}

TEST(MatElements, RefuseNegativeSizes) {
  const auto array = MatWriter().array("a", 9, {3, 0xFFFFFFFFU}, 2, "123");
  EXPECT_FALSE(mat_array_head(std::string_view(array).substr(8), false));
}

TEST(MatElements, KnowTheBytesOfNumbers) {
  const std::vector<std::size_t> bytes = {0, 1, 1, 2, 2, 4, 4, 4, 0, 8, 0, 0, 8, 8, 0, 0, 0};
  for (std::uint32_t type = 0; type < bytes.size(); ++type)
    EXPECT_EQ(mat_number_bytes(type), bytes[type]) << type;
}

}  // namespace
}  // namespace renyi::mat_elements_test
