#include "renyi/data/byte_source.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <array>

#include "renyi/core/error.hpp"
#include "tests/support/gzip.hpp"
#include "tests/support/temporary_folder.hpp"

namespace renyi::byte_source_test {
namespace {

using testing::gzip;
using testing::TemporaryFolder;

std::string read_all(ByteSource source) {
  std::string bytes;
  for (auto next = source.peek(); !next.empty(); next = source.peek()) {
    bytes += next;
    source.skip(next.size());
  }
  return bytes;
}

TEST(ByteSource, ReadsPlainAndPackedFilesAlike) {
  const TemporaryFolder folder;
  const std::string text(200000, 'x');
  EXPECT_EQ(read_all(ByteSource::open(folder.file("plain", text))), text);
  EXPECT_EQ(read_all(ByteSource::open(folder.file("packed", gzip(text)))), text);
  EXPECT_EQ(read_all(ByteSource::of_memory(gzip(text))), text);
}

TEST(ByteSource, IsNamedAfterItsPath) {
  const TemporaryFolder folder;
  const auto path = folder.file("x.csv", "1");
  EXPECT_EQ(ByteSource::open(path).name(), path);
  EXPECT_EQ(ByteSource::open("-").name(), "standard input");
  EXPECT_EQ(ByteSource::of_memory("1").name(), "memory");
}

TEST(ByteSource, ShowsAsMuchAheadAsAskedHoweverLittleComesAtOnce) {
  const auto bytes = read_memory("abcdefgh");
  ByteSource source("slow", [&](std::span<char> out) { return bytes(out.first(1)); });
  EXPECT_EQ(source.peek(3), "abc");
  source.skip(2);
  EXPECT_EQ(source.peek(5), "cdefg");
  EXPECT_EQ(source.peek(100), "cdefgh");
  source.skip(6);
  EXPECT_EQ(source.peek(), "");
}

TEST(ByteSource, DoesNotAskAnInputThatHasEndedAgain) {
  int asked_after_end = 0;
  bool ended = false;
  ByteSource source("terminal", [&](std::span<char> out) -> std::size_t {
    if (ended) ++asked_after_end;
    if (asked_after_end > 0 || ended) return 0;
    ended = true;
    out[0] = 'x';
    out[1] = 'y';
    return 2;
  });
  EXPECT_EQ(source.peek(10), "xy");
  source.skip(2);
  EXPECT_EQ(source.peek(), "");
  EXPECT_EQ(source.peek(), "");
  EXPECT_EQ(asked_after_end, 1);
}

RC_GTEST_PROP(ByteSource, ReadTakesExactlyWhatItGives, (const std::string& bytes)) {
  auto source = ByteSource::of_memory(bytes);
  RC_PRE(!bytes.starts_with("\x1f\x8b"));
  std::string taken;
  while (true) {
    std::string part(*rc::gen::inRange<std::size_t>(1, 20), '\0');
    const auto count = source.read(part);
    taken += part.substr(0, count);
    if (count < part.size()) break;
  }
  RC_ASSERT(taken == bytes);
}

TEST(ByteSource, DoesNotReadAheadOfItsBuffer) {
  std::size_t given = 0;
  ByteSource source("endless", [&](std::span<char> out) {
    std::fill(out.begin(), out.end(), 'x');
    given += out.size();
    return out.size();
  });
  source.peek();
  EXPECT_LE(given, 2 * ByteSource::buffer_size);
}

}  // namespace
}  // namespace renyi::byte_source_test
