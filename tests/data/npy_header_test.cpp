#include "renyi/data/npy_header.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "renyi/core/error.hpp"

namespace renyi::npy_header_test {
namespace {

std::string with_dict(const std::string& dict, int version = 1) {
  std::string bytes(npy_magic);
  bytes += static_cast<char>(version);
  bytes += '\0';
  for (int i = 0; i < (version == 1 ? 2 : 4); ++i)
    bytes += static_cast<char>(dict.size() >> (8 * i) & 0xFFU);
  return bytes + dict;
}

NpyHeader parse(const std::string& bytes) {
  auto source = ByteSource::of_memory(bytes, "a.npy");
  return read_npy_header(source);
}

std::string message_of(const std::string& bytes) {
  try {
    parse(bytes);
  } catch (const DataError& error) {
    EXPECT_EQ(error.exit_code(), ExitCode::data);
    return error.what();
  }
  return "no error";
}

TEST(NpyHeader, ReadsWhatNumpyWritesInEveryVersion) {
  for (const int version : {1, 2, 3}) {
    const auto header = parse(with_dict(
        "{'descr': '>f4', 'fortran_order': True, 'shape': (3, 20), }          \n", version));
    EXPECT_EQ(header.kind, 'f');
    EXPECT_EQ(header.item_bytes, 4U);
    EXPECT_TRUE(header.big_endian);
    EXPECT_TRUE(header.fortran_order);
    EXPECT_EQ(header.shape, (std::vector<std::int64_t>{3, 20}));
  }
}

TEST(NpyHeader, TakesAnyOrderOfKeysBothQuotesAndLongsOfPython2) {
  const auto header = parse(with_dict(R"({"shape":(3L,),"descr":"|u1","fortran_order":False})"));
  EXPECT_EQ(header.kind, 'u');
  EXPECT_EQ(header.shape, (std::vector<std::int64_t>{3}));
  EXPECT_TRUE(parse(with_dict("{'descr':'<i8','fortran_order':False,'shape':()}")).shape.empty());
}

TEST(NpyHeader, RefusesTypesThatAreNoPlainNumbers) {
  for (const std::string type : {"'|O'", "'<c16'", "'<U5'", "'<f2'", "'|f8'", "'f8'", "'=f8'",
                                 "'<b8'", "'<4 '", "'< f'", "[('a', '<f8')]", "8", "''"})
    EXPECT_NE(message_of(with_dict("{'descr': " + type +
                                   ", 'fortran_order': False, 'shape': (1, 1), }\n")),
              "no error")
        << type;
  EXPECT_EQ(message_of(with_dict("{'descr': '|O', 'fortran_order': False, 'shape': (1, 1), }\n")),
            "a.npy: expected elements of type float32, float64, an integer or bool (NPY '<f8', "
            "'>f4', '|u1' ...), found '|O'");
}

TEST(NpyHeader, RefusesEveryOtherDeviation) {
  const std::string rest = "'descr': '<f8', 'fortran_order': False, ";
  for (const std::string& dict :
       {std::string(), std::string("{}"), "{" + rest + "}", "{" + rest + "'shape': (3)}",
        "{" + rest + "'shape': (-3,)}", "{" + rest + "'shape': (99999999999999999999,)}",
        "{" + rest + "'shape': (3,,)}", "{" + rest + "'shape': (3 4)}",
        "{" + rest + "'shape': (3, 4}", "{" + rest + "'shape': (3, 4)", "{" + rest + "'shape': 3}",
        "{" + rest + "'shape': (3,), 'shape': (3,)}", "{" + rest + "'shape': (3,), 'more': 1}",
        "{" + rest + "'shape': (3,)} x", "{" + rest + "'shape: (3,)}",
        std::string("{'descr': '<f8', 'fortran_order': 0, 'shape': (3,)}"), rest})
    EXPECT_NE(message_of(with_dict(dict)), "no error") << dict;
}

TEST(NpyHeader, RefusesOtherMagicAndVersions) {
  EXPECT_EQ(message_of("NUMPY\x93\1 and more"),
            "a.npy: expected an NPY file, found 'NUMPY\\x93\\x01 '");
  auto bytes = with_dict("{}");
  bytes[6] = 4;
  EXPECT_EQ(message_of(bytes), "a.npy: expected NPY version 1.0, 2.0 or 3.0, found 4.0");
}

TEST(NpyHeader, DoesNotTrustTheLengthThatItClaims) {
  const std::string bytes = std::string(npy_magic) + std::string("\2\0\xff\xff\xff\xff{", 7);
  EXPECT_EQ(message_of(bytes),
            "a.npy: expected an NPY header of at most 65536 bytes, found 4294967295");
  EXPECT_EQ(message_of(std::string(npy_magic) + std::string("\1\0\x10\0{}", 6)),
            "a.npy: expected 16 bytes of NPY header, found 2");
}

RC_GTEST_PROP(NpyHeader, ReadsBackWhatWasWritten, ()) {
  NpyHeader header;
  header.kind = *rc::gen::element('f', 'i', 'u');
  header.item_bytes = *rc::gen::element<std::size_t>(4, 8);
  header.big_endian = *rc::gen::arbitrary<bool>();
  header.fortran_order = *rc::gen::arbitrary<bool>();
  header.shape =
      *rc::gen::container<std::vector<std::int64_t>>(rc::gen::nonNegative<std::int64_t>());
  const auto bytes = format_npy_header(header);
  RC_ASSERT(bytes.size() % 64 == 0U);
  RC_ASSERT(bytes.back() == '\n');
  const auto read = parse(bytes);
  RC_ASSERT(read.kind == header.kind);
  RC_ASSERT(read.item_bytes == header.item_bytes);
  RC_ASSERT(read.big_endian == header.big_endian);
  RC_ASSERT(read.fortran_order == header.fortran_order);
  RC_ASSERT(read.shape == header.shape);
}

}  // namespace
}  // namespace renyi::npy_header_test
