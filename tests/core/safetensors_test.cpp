#include "renyi/core/safetensors.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cstring>

#include "renyi/core/error.hpp"
#include "tests/support/temporary_folder.hpp"

namespace renyi::safetensors_test {
namespace {

using testing::TemporaryFolder;

std::string with_length(const std::string& header, const std::string& data, std::uint64_t length) {
  std::string bytes(8, '\0');
  std::memcpy(bytes.data(), &length, 8);
  return bytes + header + data;
}

std::string file_of(const std::string& header, const std::string& data) {
  return with_length(header, data, header.size());
}

std::string message_of(const std::string& bytes) {
  try {
    decode_safetensors(bytes, "m");
  } catch (const DataError& error) {
    EXPECT_EQ(error.exit_code(), ExitCode::data);
    return error.what();
  }
  return "no error";
}

std::string one_tensor(const std::string& dtype, const std::string& shape,
                       const std::string& offsets, const std::string& data = "12345678") {
  return message_of(file_of(fmt::format(R"({{"a":{{"dtype":"{}","shape":{},"data_offsets":{}}}}})",
                                        dtype, shape, offsets),
                            data));
}

TensorFile example() {
  TensorFile file;
  file.tensors["weights"] = matrix_tensor(Matrix{{1, 2}, {3, 4}, {5, 6}});
  file.tensors["scale"] = vector_tensor(Vector{{0.5}});
  file.tensors["empty"] = {.type = ElementType::i64, .shape = {0, 4}, .bytes = ""};
  file.tensors["mask"] = {.type = ElementType::u8, .shape = {3}, .bytes = "abc"};
  file.tensors["half"] = {.type = ElementType::f32, .shape = {}, .bytes = "wxyz"};
  file.metadata = {{"kind", "linear"}, {"text", "\"ü\"\n"}};
  return file;
}

TEST(Safetensors, ReadsBackWhatItWrites) {
  const auto bytes = encode_safetensors(example());
  EXPECT_EQ(decode_safetensors(bytes, "m"), example());
  EXPECT_EQ(encode_safetensors(decode_safetensors(bytes, "m")), bytes);
  std::uint64_t header = 0;
  std::memcpy(&header, bytes.data(), 8);
  EXPECT_EQ(header % 8, 0U) << "tensors are aligned";
}

// As safetensors.numpy.save({"a": np.array([1.5, -2.0]), "b": np.array([[7]], np.uint8)},
// {"by": "x"}) of the reference writes it.
TEST(Safetensors, ReadsAFileOfTheReference) {
  const auto file = decode_safetensors(
      file_of(R"({"__metadata__":{"by":"x"},"a":{"dtype":"F64","shape":[2],"data_offsets":[0,16]},)"
              R"("b":{"dtype":"U8","shape":[1,1],"data_offsets":[16,17]}}   )",
              std::string("\0\0\0\0\0\0\xf8\x3f\0\0\0\0\0\0\0\xc0\7", 17)),
      "m");
  EXPECT_EQ(read_vector(file, "a", "m"), (Vector{{1.5, -2.0}}));
  EXPECT_EQ(file.tensors.at("b").bytes, "\7");
  EXPECT_EQ(read_metadata(file, "by", "m"), "x");
}

TEST(Safetensors, RefusesEveryTruncationAndSurplusBytes) {
  const auto bytes = encode_safetensors(example());
  for (std::size_t length = 0; length < bytes.size(); ++length)
    EXPECT_NE(message_of(bytes.substr(0, length)), "no error") << length;
  EXPECT_NE(message_of(bytes + "x"), "no error");
}

TEST(Safetensors, DoesNotTrustTheLengthOfTheHeader) {
  for (const std::uint64_t length :
       {std::uint64_t{3}, std::uint64_t{99'999'999}, std::uint64_t{1} << 40U, ~std::uint64_t{0}})
    EXPECT_NE(message_of(with_length("{}", "", length)), "no error") << length;
  EXPECT_EQ(message_of(with_length("{}", "", 3)),
            "m: expected a safetensors header within the file, found one of 3 bytes where 2 are "
            "left");
  EXPECT_EQ(message_of("size,price\n1,2\n"), "m: expected a safetensors file, found other content");
  EXPECT_EQ(message_of(file_of("{}", "")), "no error");
}

TEST(Safetensors, RefusesHeadersThatAreNone) {
  for (const char* header :
       {"{", "{]", "{\"a\":1}", "{\"a\":{}}", "{\"__metadata__\":1}",
        "{\"__metadata__\":{\"a\":1}}", "{\"a\":[[[[[[]]]]]]}", "{}{}", "{\"\xff\":1}"})
    EXPECT_NE(message_of(file_of(header, "")), "no error") << header;
  EXPECT_EQ(message_of(file_of(R"({"__metadata__":{},"__metadata__":{}})", "")),
            "m: expected names that differ in the safetensors header, found one twice");
}

TEST(Safetensors, SurvivesNestingAsDeepAsTheHeader) {
  const std::string deep =
      "{\"a\":" + std::string(1'000'000, '[') + std::string(1'000'000, ']') + "}";
  EXPECT_NE(message_of(file_of(deep, "")), "no error");
  EXPECT_NE(message_of(file_of("{\"a\":{\"shape\":" + deep.substr(5), "")), "no error");
}

TEST(Safetensors, RefusesShapesAndOffsetsThatDoNotFit) {
  EXPECT_EQ(one_tensor("F64", "[1]", "[0,8]"), "no error");
  EXPECT_EQ(one_tensor("F64", "[2]", "[0,8]"),
            "m: expected as many bytes as its shape needs for tensor \"a\", found another number");
  EXPECT_EQ(one_tensor("F64", "[2]", "[0,16]"),
            "m: expected bytes within the file for tensor \"a\", found the end of the file before "
            "them");
  EXPECT_EQ(one_tensor("F8", "[1]", "[0,8]"),
            "m: expected a known dtype for tensor \"a\", found another");
  for (const char* offsets : {"[8,0]", "[0]", "[0,8,8]", "[-8,0]", "[0.0,8]", "[0,1e1]", "\"0,8\"",
                              "[0,18446744073709551615]", "null"})
    EXPECT_NE(one_tensor("F64", "[1]", offsets), "no error") << offsets;
  for (const char* shape : {"[-1]", "[1,-1,-1]", "[4294967296,4294967296]", "1", "[\"1\"]", "[1.0]",
                            "[9223372036854775808]", "{}"})
    EXPECT_NE(one_tensor("F64", shape, "[0,8]"), "no error") << shape;
}

TEST(Safetensors, RefusesHolesAndOverlaps) {
  const auto two = [](const std::string& first, const std::string& second) {
    return message_of(
        file_of(fmt::format(R"({{"a":{{"dtype":"U8","shape":[4],"data_offsets":{}}},)", first) +
                    fmt::format(R"("b":{{"dtype":"U8","shape":[4],"data_offsets":{}}}}})", second),
                "12345678"));
  };
  EXPECT_EQ(two("[0,4]", "[4,8]"), "no error");
  EXPECT_EQ(two("[4,8]", "[0,4]"), "no error");
  EXPECT_EQ(two("[0,4]", "[2,6]"),
            "m: expected tensors without holes or overlaps, found one at 2 after 4");
  EXPECT_EQ(two("[0,4]", "[0,4]"),
            "m: expected tensors without holes or overlaps, found one at 0 after 4");
  EXPECT_NE(one_tensor("U8", "[4]", "[4,8]"), "no error");
  EXPECT_EQ(one_tensor("U8", "[4]", "[0,4]"), "m: expected 4 bytes of tensors, found 8");
}

TEST(Safetensors, WritesFilesWholeOrNotAtAll) {
  const TemporaryFolder folder;
  const std::string path = folder.path("model.safetensors");
  write_safetensors(path, example());
  EXPECT_EQ(read_safetensors(path), example());
  EXPECT_EQ(folder.files(), 1U);
  auto wrong = example();
  wrong.tensors["mask"].shape = {4};
  EXPECT_THROW(write_safetensors(path, wrong), UsageError);
  EXPECT_EQ(read_safetensors(path), example());
}

TEST(Safetensors, RefusesFilesThatAreNone) {
  const TemporaryFolder folder;
  for (const auto& path : {folder.path("missing"), folder.path()}) {
    try {
      read_safetensors(path);
      ADD_FAILURE() << "read " << path;
    } catch (const DataError& error) {
      EXPECT_EQ(error.exit_code(), ExitCode::no_input) << error.what();
    }
  }
  EXPECT_THROW(read_safetensors("/dev/zero"), DataError);
}

RC_GTEST_PROP(Safetensors, NoChangedByteIsReadAsTheSameFile, ()) {
  auto bytes = encode_safetensors(example());
  const auto at = *rc::gen::inRange<std::size_t>(0, bytes.size());
  bytes[at] = static_cast<char>(bytes[at] ^ *rc::gen::inRange(1, 256));
  try {
    RC_ASSERT(encode_safetensors(decode_safetensors(bytes, "m")) != encode_safetensors(example()));
  } catch (const DataError&) {
  }
}

}  // namespace
}  // namespace renyi::safetensors_test
