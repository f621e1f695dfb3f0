#include "renyi/data/target_encoding.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <functional>
#include <set>

#include "renyi/data/table_encoding.hpp"

namespace renyi::target_encoding_test {
namespace {

using Names = std::vector<std::string>;

// Only the first column is read as it is asked for.
DataTable read(const std::string& text, bool categorical = false) {
  auto source = ByteSource::of_memory(text, "t.csv");
  return read_table(source, {.categorical = [&](const TableHead&) {
                      return categorical ? std::vector<Index>{0} : std::vector<Index>{};
                    }});
}

ColumnEncoding learn(const DataTable& table, Task task) {
  return learn_target(table, 0, all_rows(table.rows()), task);
}

std::string message_of(const std::function<void()>& act) {
  try {
    act();
  } catch (const Error& error) {
    return error.what();
  }
  return "no error";
}

TEST(TargetEncoding, DetectsClassesByTheirWords) {
  EXPECT_EQ(learn(read("y\nno\nyes\nno\n"), Task::detect).levels, (Names{"no", "yes"}));
  EXPECT_TRUE(learn(read("y\n1\n2\n1\n"), Task::detect).levels.empty());
  EXPECT_EQ(learn(read("y\n1\n2\n1\n", true), Task::detect).levels, (Names{"1", "2"}));
}

TEST(TargetEncoding, OrdersNumbersByTheirValueAndWordsByTheAlphabet) {
  EXPECT_EQ(learn(read("y\n10\n9\n-1\n1e3\n", true), Task::classification).levels,
            (Names{"-1", "9", "10", "1e3"}));
  EXPECT_EQ(learn(read("y\n10\n9\nnone\n", true), Task::classification).levels,
            (Names{"10", "9", "none"}));
}

TEST(TargetEncoding, RefusesWhatTheTaskCannotUse) {
  EXPECT_EQ(message_of([] { learn(read("y\n?\nno\nyes\n"), Task::regression); }),
            "t.csv, line 3, column 1: expected a number in column 'y', the target of a regression, "
            "found 'no'");
  EXPECT_EQ(message_of([] { learn(read("y\n1\n2\n"), Task::classification); }),
            "target: expected column 'y' read as categories, for classification, found numbers");
  EXPECT_EQ(message_of([] { learn(read("y\nno\nno\n"), Task::detect); }),
            "t.csv, column 1: expected at least two classes in column 'y', found 'no' alone");
  EXPECT_EQ(message_of([] { learn(read("y,x\n?,1\n,2\n"), Task::detect); }),
            "t.csv, column 1: expected values in column 'y', found missing cells alone");
}

TEST(TargetEncoding, RefusesRowsWithoutATarget) {
  const auto words = read("y\nno\n?\nyes\n");
  EXPECT_EQ(message_of([&] { encode_target(learn(words, Task::detect), words, 0, all_rows(3)); }),
            "t.csv, line 3, column 1: expected a class of the target in column 'y', found a "
            "missing cell");
  const auto numbers = read("y\n1\nNA\n3\n");
  EXPECT_EQ(
      message_of([&] { encode_target(learn(numbers, Task::detect), numbers, 0, all_rows(3)); }),
      "t.csv, line 3, column 1: expected a number of the target in column 'y', found a missing "
      "cell");
}

RC_GTEST_PROP(TargetEncoding, TheNumberOfAClassLeadsBackToIt, ()) {
  const auto words = *rc::gen::nonEmpty(rc::gen::container<Names>(
      rc::gen::element<std::string>("a", "b", "c", "-3", "3", "3.0", "20", "inf")));
  RC_PRE(std::set(words.begin(), words.end()).size() > 1U);
  std::string text = "y\n";
  for (const auto& word : words) text += word + "\n";
  const auto table = read(text, true);
  const auto encoding = learn(table, Task::classification);
  const Vector classes = encode_target(encoding, table, 0, all_rows(table.rows()));
  for (std::size_t i = 0; i < words.size(); ++i)
    RC_ASSERT(encoding.levels.at(static_cast<std::size_t>(classes(static_cast<Index>(i)))) ==
              words[i]);
}

}  // namespace
}  // namespace renyi::target_encoding_test
