// The readers cost no more memory than the data: hostile lengths and endless lines end in a
// DataError long before memory does.
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <functional>

#include "renyi/core/error.hpp"
#include "renyi/data/data_table.hpp"
#include "renyi/data/numeric_matrix.hpp"
#include "tests/support/child_process.hpp"
#include "tests/support/sanitized.hpp"

namespace renyi::memory_test {
namespace {

using testing::in_child;

const bool can_limit_memory =
    !renyi::testing::is_sanitized();  // shadow memory does not fit any limit
constexpr std::size_t mebibyte = std::size_t{1} << 20;
constexpr std::size_t line_bytes = 64 * mebibyte;

// `pattern` over and over until `size`, then `end`, without ever holding more than a buffer of it.
ByteSource repeated(const std::string& pattern, std::size_t size, std::string end) {
  std::string block;
  while (block.size() < ByteSource::buffer_size + pattern.size()) block += pattern;
  const auto period = pattern.size();
  return {"line", [=, at = std::size_t{0}](std::span<char> out) mutable {
            const bool ending = at >= size;
            const auto left = ending ? size + end.size() - at : size - at;
            const auto count = std::min({out.size(), left, ByteSource::buffer_size});
            std::copy_n(ending ? end.data() + (at - size) : block.data() + at % period, count,
                        out.data());
            at += count;
            return count;
          }};
}

void limit_memory_to_present_and(std::size_t more) {
  std::size_t pages = 0;
  std::ifstream("/proc/self/statm") >> pages;
  const rlim_t bytes = pages * static_cast<std::size_t>(::sysconf(_SC_PAGESIZE)) + more;
  const rlimit limit{.rlim_cur = bytes, .rlim_max = bytes};
  ::setrlimit(RLIMIT_AS, &limit);
}

using Reader = std::function<void(ByteSource&)>;
const Reader as_matrix = [](ByteSource& source) { read_matrix(source); };
const Reader as_table = [](ByteSource& source) { read_table(source); };

// The exit code that reading ends with, 0 for a result, when only `more` bytes are left.
int outcome_within(std::size_t more, const std::function<ByteSource()>& open,
                   const Reader& read = as_matrix) {
  return in_child([&] {
    limit_memory_to_present_and(more);
    try {
      auto source = open();
      read(source);
    } catch (const DataError& error) {
      return static_cast<int>(error.exit_code());
    }
    return 0;
  });
}

constexpr int refused = static_cast<int>(ExitCode::data);

TEST(Memory, IsNotSpentOnALongLine) {
  if (!can_limit_memory) GTEST_SKIP() << "sanitizers need more memory than the limit";
  const auto read = [](const std::string& pattern, const std::string& end) {
    return outcome_within(16 * mebibyte, [&] { return repeated(pattern, line_bytes, end); });
  };
  EXPECT_EQ(read("x", "\n"), refused) << "one cell";
  EXPECT_EQ(read("7", "\n"), refused) << "one number";
  EXPECT_EQ(read("\"", "\n"), refused) << "quotes";
  EXPECT_EQ(read("# comment ", "\n1,2\n3,4\n"), 0) << "a comment";
  EXPECT_EQ(read(" ", "\n1,2\n3,4\n"), 0) << "blanks";
  EXPECT_EQ(read("\n", "1,2\n3,4\n"), 0) << "blank lines";
}

TEST(Memory, IsBoundedForAHeaderOfManyWords) {
  if (!can_limit_memory) GTEST_SKIP() << "sanitizers need more memory than the limit";
  const auto open = [](const std::string& word) {
    return [word] { return repeated(word, line_bytes, "\n"); };
  };
  EXPECT_EQ(outcome_within(128 * mebibyte, open("a ")), refused);
  EXPECT_EQ(outcome_within(128 * mebibyte, open("a_word_of_some_length,")), refused);
}

TEST(Memory, GrowsWithTheDataNoMoreThanTwofold) {
  if (!can_limit_memory) GTEST_SKIP() << "sanitizers need more memory than the limit";
  constexpr std::size_t rows = mebibyte / 4;
  constexpr std::size_t matrix_bytes = rows * 4 * sizeof(double);
  const auto open = [] { return repeated("1,2,3,4\n", rows * 8, ""); };
  EXPECT_EQ(outcome_within(matrix_bytes * 5 / 2, open), 0);
}

TEST(Memory, OfATableIsBoundedByItsData) {
  if (!can_limit_memory) GTEST_SKIP() << "sanitizers need more memory than the limit";
  constexpr std::size_t rows = mebibyte / 4;
  constexpr std::size_t table_bytes = rows * 5 * sizeof(double);  // four columns and the lines
  const auto open = [] { return repeated("1,2,,4\n", rows * 7, ""); };
  EXPECT_EQ(outcome_within(table_bytes * 3, open, as_table), 0);
  const auto header = [] { return repeated("a_word ", line_bytes, "\n"); };
  EXPECT_EQ(outcome_within(64 * mebibyte, header, as_table), refused);
}

TEST(Memory, LimitIsFeltByTheChild) {
  if (!can_limit_memory) GTEST_SKIP() << "sanitizers need more memory than the limit";
  const auto open = [] { return repeated("1,2,3,4\n", 4 * mebibyte, ""); };
  EXPECT_EQ(outcome_within(4 * mebibyte, open), testing::child_threw);
}

}  // namespace
}  // namespace renyi::memory_test
