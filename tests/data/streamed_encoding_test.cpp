#include "renyi/data/streamed_encoding.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "tests/support/generators.hpp"
#include "tests/support/temporary_folder.hpp"

namespace renyi::streamed_encoding_test {
namespace {

using testing::TemporaryFolder;

class BothWays {
 public:
  explicit BothWays(const std::string& text) : path_(folder_.file("t.csv", text)) {}

  TableEncoding in_memory(const EncodingOptions& options, Index step = 1) const {
    const DataTable table = read_table(path_, reading(options));
    return learn_encoding(table, rows(table.rows(), step), options);
  }
  TableEncoding streamed(const EncodingOptions& options, Index step = 1) const {
    const TableFile table(path_, reading(options), options.target, folder_.path("cache"));
    return learn_encoding(table, rows(table.rows(), step), options);
  }
  // All but each `step`th row, of several.
  static std::vector<Index> rows(Index count, Index step) {
    std::vector<Index> rows = all_rows(count);
    if (step > 1) std::erase_if(rows, [&](Index row) { return row % step == 0; });
    return rows;
  }

 private:
  static TableOptions reading(const EncodingOptions& options) {
    return {.categorical = [options](const TableHead& head) {
      return categorical_columns(head, options);
    }};
  }
  TemporaryFolder folder_;
  std::string path_;
};

void expect_same(const TableEncoding& one, const TableEncoding& other) {
  EXPECT_EQ(one.design_names(), other.design_names());
  EXPECT_EQ(one.header, other.header);
  EXPECT_EQ(one.table_columns, other.table_columns);
  EXPECT_EQ(one.target.name, other.target.name);
  EXPECT_EQ(one.target.levels, other.target.levels);
  EXPECT_EQ(one.means, other.means);
  EXPECT_EQ(one.scales, other.scales);
  EXPECT_EQ(one.fills, other.fills);
  EXPECT_EQ(one.target_mean, other.target_mean);
  EXPECT_EQ(one.target_scale, other.target_scale);
}

// More rows than a window has.
std::string table_text(bool with_missing) {
  std::string text = "x,colour,level,y,rare\n";
  const char* const colours[] = {"red", "blue", "green"};
  const int rows = 60'000;
  for (int row = 0; row < rows; ++row) {
    const double x = std::sin(0.1 * row) * 1e3 + 5e4;
    text += with_missing && row % 11 == 3 ? "" : std::to_string(x);
    text += std::string(",") + (with_missing && row % 13 == 4 ? "?" : colours[row * 7 % 3]);
    text += "," + std::to_string(row % 4) + "," + std::to_string(std::cos(0.2 * row));
    text += row == rows - 2 ? ",once\n" : ",often\n";
  }
  return text;
}

TEST(StreamedEncoding, IsThatOfTheTableInMemory) {
  for (const bool with_missing : {false, true}) {
    const BothWays table(table_text(with_missing));
    EncodingOptions options{.target = "y", .categorical = {"level"}};
    if (with_missing) options.impute = Impute::mean;
    for (const Index step : {1, 7}) {
      expect_same(table.streamed(options, step), table.in_memory(options, step));
      options.raw = !options.raw;
    }
    options.target = "colour";
    options.drop = {"x"};
    if (!with_missing) expect_same(table.streamed(options), table.in_memory(options));
  }
}

RC_GTEST_PROP(StreamedEncoding, IsThatOfAnySmallTable, ()) {
  std::string text = "a,b,y\n";
  const auto rows = *rc::gen::inRange(2, 30);
  for (int row = 0; row < rows; ++row)
    text +=
        (*rc::gen::inRange(0, 5) == 0 ? "" : std::to_string(*testing::number_between(-9.0, 9.0))) +
        "," + *rc::gen::element<std::string>("u", "v", "w", "") + "," + std::to_string(row) + "\n";
  const BothWays table(text);
  const EncodingOptions options{.target = "y", .impute = Impute::mean};
  std::string refusal;
  TableEncoding expected;
  try {
    expected = table.in_memory(options);
  } catch (const Error& error) {
    refusal = error.what();
  }
  if (refusal.empty()) return expect_same(table.streamed(options), expected);
  try {
    table.streamed(options);
    RC_FAIL("accepted");
  } catch (const Error& error) {
    RC_ASSERT(error.what() == refusal);
  }
}

std::string refusal_of(const BothWays& table, const EncodingOptions& options) {
  std::string streamed;
  try {
    table.streamed(options);
  } catch (const Error& error) {
    streamed = error.what();
  }
  try {
    table.in_memory(options);
  } catch (const Error& error) {
    EXPECT_EQ(streamed, error.what());
  }
  return streamed;
}

TEST(StreamedEncoding, RefusesInTheSameWords) {
  const BothWays table("a,b,y\n1,u,1\n2,,2\n1,v,3\n4,inf,?\n");
  EXPECT_NE(refusal_of(table, {.target = "z"}), "");
  EXPECT_NE(refusal_of(table, {.target = "y", .features = {"a"}}), "");
  EXPECT_NE(refusal_of(BothWays("a,y\n1,1\n2,2\n,3\n"), {.target = "y"}), "");
  EXPECT_NE(refusal_of(BothWays("a,y\n1,1\n2,2\ninf,3\n"), {.target = "y"}), "");
  EXPECT_NE(refusal_of(BothWays("a,y\n1,w\n2,v\n3,u\n"), {.target = "y", .task = Task::regression}),
            "");
  EXPECT_NE(refusal_of(BothWays("a,y\n,1\n,2\n,3\n"), {.target = "y", .impute = Impute::mean}), "");
}

}  // namespace
}  // namespace renyi::streamed_encoding_test
