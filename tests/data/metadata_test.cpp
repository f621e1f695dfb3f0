#include "renyi/data/metadata.hpp"

#include <gtest/gtest.h>

#include "renyi/core/error.hpp"

namespace renyi::metadata_test {
namespace {

TensorFile file_of(const std::string& text) { return {.metadata = {{"entry", text}}}; }

TEST(Metadata, NumbersAndFlagsComeBack) {
  EXPECT_EQ(read_number<std::int64_t>(file_of("-3"), "entry", "f"), -3);
  EXPECT_EQ(read_number<std::uint64_t>(file_of("18446744073709551615"), "entry", "f"),
            18446744073709551615U);
  EXPECT_EQ(read_number<double>(file_of("0.1"), "entry", "f"), 0.1);
  EXPECT_TRUE(read_flag(file_of("true"), "entry", "f"));
  EXPECT_FALSE(read_flag(file_of("false"), "entry", "f"));
}

TEST(Metadata, AnythingElseIsRefused) {
  for (const char* text : {"", "3x", " 3", "1e9", "99999999999999999999", "three"})
    EXPECT_THROW(read_number<std::int64_t>(file_of(text), "entry", "f"), DataError) << text;
  EXPECT_THROW(read_number<std::uint64_t>(file_of("-1"), "entry", "f"), DataError);
  EXPECT_THROW(read_number<double>(file_of("0,1"), "entry", "f"), DataError);
  EXPECT_THROW(read_flag(file_of("yes"), "entry", "f"), DataError);
  EXPECT_THROW(read_flag(file_of("true"), "other", "f"), DataError);
}

}  // namespace
}  // namespace renyi::metadata_test
