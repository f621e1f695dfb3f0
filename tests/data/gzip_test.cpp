#include "renyi/data/gzip.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <vector>

#include "renyi/core/error.hpp"
#include "tests/support/gzip.hpp"

namespace renyi::gzip_test {
namespace {

using testing::gzip;

// Hands out one byte at a time: the worst that a pipe may do.
ByteReader one_by_one(std::string bytes) {
  return [reader = read_memory(std::move(bytes))](std::span<char> out) {
    return reader(out.first(out.empty() ? 0 : 1));
  };
}

std::string unpack(ByteReader packed, std::size_t part = 1000) {
  const auto reader = unpack_gzip("in.gz", std::move(packed));
  std::string bytes;
  std::vector<char> buffer(part);
  while (const auto count = reader(buffer)) bytes.append(buffer.data(), count);
  return bytes;
}

std::string message_of(const std::string& packed) {
  try {
    unpack(read_memory(packed));
  } catch (const DataError& error) {
    EXPECT_EQ(error.exit_code(), ExitCode::data);
    return error.what();
  }
  return "no error";
}

RC_GTEST_PROP(Gzip, UnpacksWhatWasPacked, (const std::string& bytes)) {
  const auto part = *rc::gen::inRange<std::size_t>(1, 100);
  RC_ASSERT(unpack(read_memory(gzip(bytes)), part) == bytes);
  RC_ASSERT(unpack(one_by_one(gzip(bytes)), part) == bytes);
}

RC_GTEST_PROP(Gzip, LetsOtherBytesPass, (const std::string& bytes)) {
  RC_PRE(!bytes.starts_with("\x1f\x8b"));
  RC_ASSERT(unpack(read_memory(bytes)) == bytes);
  RC_ASSERT(unpack(one_by_one(bytes)) == bytes);
}

TEST(Gzip, TakesTheFirstByteOfTheMagicAloneForText) {
  EXPECT_EQ(unpack(read_memory("\x1f")), "\x1f");
  EXPECT_EQ(unpack(read_memory("\x1fz")), "\x1fz");
}

TEST(Gzip, JoinsMembers) {
  EXPECT_EQ(unpack(read_memory(gzip("one,") + gzip("") + gzip("two"))), "one,two");
}

TEST(Gzip, UnpacksMoreThanABuffer) {
  std::string bytes;
  for (int i = 0; i < 100000; ++i) bytes += std::to_string(i * 7919);
  EXPECT_EQ(unpack(read_memory(gzip(bytes)), 1 << 20), bytes);
}

TEST(Gzip, RefusesEveryTruncation) {
  const auto packed = gzip("a text, a text, and not a short one: 1, 2, 3, 4");
  for (std::size_t length = 2; length < packed.size(); ++length)
    EXPECT_EQ(message_of(packed.substr(0, length)),
              "in.gz: expected the rest of the gzip data, found the end of the file");
}

TEST(Gzip, RefusesADamagedByteWhereverItChangesTheContent) {
  const auto packed = gzip("a text, a text, and not a short one: 1, 2, 3, 4");
  constexpr std::size_t header = 10;
  for (std::size_t at = header; at < packed.size(); ++at) {
    auto damaged = packed;
    damaged[at] = static_cast<char>(damaged[at] ^ 0x10);
    EXPECT_NE(message_of(damaged), "no error") << "byte " << at;
  }
}

TEST(Gzip, GivesWhatStandsBeforeADamagedPlace) {
  auto packed = gzip("all of the text");
  packed.back() = static_cast<char>(packed.back() ^ 1);
  const auto reader = unpack_gzip("in.gz", read_memory(packed));
  std::string bytes(100, ' ');
  bytes.resize(reader(bytes));
  EXPECT_EQ(bytes, "all of the text");
  EXPECT_THROW(reader(bytes), DataError);
}

TEST(Gzip, RefusesGarbageBehindTheEnd) {
  EXPECT_EQ(message_of(gzip("text") + "garbage"),
            "in.gz: expected valid gzip data, found incorrect header check");
}

}  // namespace
}  // namespace renyi::gzip_test
