#include "renyi/data/mat_file.hpp"

#include <gtest/gtest.h>

#include "renyi/core/error.hpp"
#include "tests/support/mat.hpp"

namespace renyi::mat_file_test {
namespace {

using testing::MatWriter;

MatFile read(const std::string& bytes) {
  auto source = ByteSource::of_memory(bytes, "a.mat");
  return read_mat_file(source);
}

// Of reading a file and the first of its arrays.
std::string message_of(const std::string& bytes) {
  try {
    const auto file = read(bytes);
    if (file.arrays.empty()) return "no array";
    single_array_file(file, file.arrays.front());
  } catch (const DataError& error) {
    return error.what();
  }
  return "no error";
}

TEST(MatFile, ListsArraysOfNumbersInTwoDimensionsAlone) {
  for (const bool big : {false, true}) {
    const MatWriter write(big);
    const auto file = read(
        write.header() + write.array("cell", 1, {1, 1}, 14, "") +
        write.array("text", 4, {1, 2}, 4, "1122") + write.array("a", 9, {2, 3}, 2, "123456") +
        write.array("sparse", 5, {1, 2}, 2, "12") +
        write.array("complex", 0x0806, {1, 2}, 2, "12") +
        write.array("cube", 6, {1, 2, 1}, 2, "12") + write.array("none", 6, {0, 2}, 2, "") +
        write.array("", 9, {1, 2}, 2, "12") + write.packed(write.array("b", 6, {1, 2}, 2, "12")));
    ASSERT_EQ(file.arrays.size(), 2U);
    EXPECT_EQ(file.big_endian, big);
    EXPECT_EQ(file.arrays[0].name, "a");
    EXPECT_EQ(file.arrays[0].rows, 2);
    EXPECT_EQ(file.arrays[0].columns, 3);
    EXPECT_EQ(file.arrays[0].number_class, 9U);
    EXPECT_FALSE(file.arrays[0].is_packed);
    EXPECT_EQ(file.arrays[1].name, "b");
    EXPECT_TRUE(file.arrays[1].is_packed);
  }
}

TEST(MatFile, GivesOneArrayAloneAndUnpacked) {
  const MatWriter write;
  const auto array = write.array("b", 6, {1, 2}, 2, "12");
  const auto file =
      read(write.header() + write.array("a", 9, {2, 3}, 2, "123456") + write.packed(array));
  const auto alone = single_array_file(file, file.arrays[1]);
  EXPECT_EQ(alone.substr(mat_header_bytes), array);
  EXPECT_EQ(read(alone).arrays.size(), 1U);
}

TEST(MatFile, RefusesOtherVersions) {
  const std::string expected =
      "a.mat: expected a MAT file of version 5 (MATLAB writes it by save -v7), found ";
  auto bytes = MatWriter().header();
  bytes[125] = 2;
  EXPECT_EQ(message_of(bytes), expected + "version 7.3, which is HDF5");
  EXPECT_EQ(message_of("MATLAB 7.3 MAT-file"), expected + "version 7.3, which is HDF5");
  const MatWriter little;
  const auto four = little.integer(0) + little.integer(3) + little.integer(5) + little.integer(0) +
                    little.integer(2) + std::string("a\0", 2);
  EXPECT_EQ(message_of(four), expected + "version 4");
  const MatWriter big(true);
  EXPECT_EQ(message_of(big.integer(1000) + big.integer(3) + big.integer(5) + big.integer(0) +
                       big.integer(2) + std::string("a\0", 2)),
            expected + "version 4");
  EXPECT_EQ(message_of("MATLAB is a program"), expected + "'MATLAB is a program'");
}

TEST(MatFile, KnowsTheBeginningOfEveryVersion) {
  EXPECT_TRUE(begins_as_mat(MatWriter().header()));
  EXPECT_TRUE(begins_as_mat(MatWriter(true).header()));
  EXPECT_TRUE(begins_as_mat("MATLAB 7.3 MAT-file"));
  EXPECT_TRUE(begins_as_mat("\x89HDF\r\n"));
  EXPECT_FALSE(begins_as_mat("1 2 3\n4 5 6\n7 8 9\n1 2 3\n"));
  EXPECT_FALSE(begins_as_mat(testing::idx(8, {1, 1, 2, 5}, "12345678901234567890")));
  EXPECT_FALSE(begins_as_mat(""));
}

TEST(MatFile, RefusesEveryTruncation) {
  const MatWriter write;
  const auto array = write.array("a", 9, {2, 3}, 2, "123456");
  for (const auto& bytes : {write.header() + array, write.header() + write.packed(array)}) {
    ASSERT_EQ(message_of(bytes), "no error");
    for (std::size_t length = 0; length < bytes.size(); ++length)
      EXPECT_NE(message_of(bytes.substr(0, length)), "no error") << length;
    EXPECT_EQ(message_of(bytes.substr(0, mat_header_bytes)), "no array");
    EXPECT_EQ(message_of(bytes.substr(0, bytes.size() - 1)),
              "a.mat: expected whole elements of a MAT file, found one at byte 128 that ends "
              "behind the file");
    EXPECT_EQ(message_of(bytes + "surplus!"),
              "a.mat: expected whole elements of a MAT file, found one at byte " +
                  std::to_string(bytes.size()) + " that ends behind the file");
  }
}

TEST(MatFile, RefusesArraysWhoseBytesAreNotAsManyAsTheirSizeSays) {
  const MatWriter write;
  const auto of = [&](const std::string& array) { return message_of(write.header() + array); };
  constexpr std::uint32_t huge = 0x7FFFFFFFU;
  EXPECT_EQ(of(write.array("a", 9, {huge, huge}, 2, "123456")),
            "a.mat: expected 2147483647 x 2147483647 numbers in 'a', found 6 bytes of 1 each");
  EXPECT_EQ(of(write.packed(write.array("a", 9, {huge, 2}, 3, "123456"))),
            "a.mat: expected 2147483647 x 2 numbers in 'a', found 6 bytes of 2 each");
  EXPECT_EQ(of(write.array("a", 9, {1, 3}, 8, "123")),
            "a.mat: expected 1 x 3 numbers in 'a', found no numbers");
  EXPECT_EQ(of(write.packed(write.array("a", 9, {1, 3}, 2, "123") + "surplus!")),
            "a.mat: expected 1 x 3 numbers in 'a', found packed bytes that are no such array");
  auto damaged = write.packed(write.array("a", 9, {1, 3}, 2, "123"));
  damaged.back() ^= 1;
  EXPECT_EQ(of(damaged), "a.mat: expected 1 x 3 numbers in 'a', found damaged or missing bytes");
  EXPECT_EQ(of(write.element(15, "no zlib data")),
            "a.mat: expected packed arrays in a MAT file, found damaged bytes");
  EXPECT_EQ(of(write.element(2, "12345678")),
            "a.mat: expected arrays in a MAT file, found an element of type 2 at byte 128");
}

}  // namespace
}  // namespace renyi::mat_file_test
