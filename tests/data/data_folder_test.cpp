#include "renyi/data/data_folder.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <set>

#include "tests/support/temporary_folder.hpp"

namespace renyi::data_folder_test {
namespace {

using testing::TemporaryFolder;

std::string message_of(const std::function<void()>& read) {
  try {
    read();
  } catch (const DataError& error) {
    return error.what();
  }
  return "no error";
}

TEST(DataFolder, IsATableWithItsTargetFeaturesAndSplits) {
  const TemporaryFolder folder;
  folder.file("data.txt", "1 2 3 9\n4 5 6 9\n7 8 9 9\n\n");
  folder.file("index_features.txt", "0\n2\n");
  folder.file("index_target.txt", "1\n");
  folder.file("index_train_0.txt", "2.0e+00\n0.000000000000000000e+00\n");
  folder.file("index_test_0.txt", "1\n");
  ASSERT_TRUE(is_folder(folder.path()));
  const auto data = read_data_folder(folder.path());
  EXPECT_EQ(data.table.rows(), 3);
  EXPECT_EQ(data.target, Index{1});
  EXPECT_EQ(data.features, (std::vector<Index>{0, 2}));
  const auto split = read_split(folder.path(), 0, 3);
  EXPECT_EQ(split.train, (std::vector<Index>{2, 0}));
  EXPECT_EQ(split.test, (std::vector<Index>{1}));
}

TEST(DataFolder, MayLeaveTheChoiceOfColumnsToOthers) {
  const TemporaryFolder folder;
  folder.file("data.txt", "a b\n1 2\n");
  const auto data = read_data_folder(folder.path());
  EXPECT_FALSE(data.target);
  EXPECT_FALSE(data.features);
  EXPECT_FALSE(is_folder(folder.path("data.txt")));
  EXPECT_NE(message_of([&] { read_split(folder.path(), 0, 1); }), "no error");
}

TEST(DataFolder, RefusesIndicesThatAreNone) {
  const TemporaryFolder folder;
  const auto of = [&](const std::string& text) {
    return message_of([&] { read_indices(folder.file("i.txt", text), 3); });
  };
  const std::string file = folder.path("i.txt");
  EXPECT_EQ(of("0\n3\n"), file + ", line 2: expected a whole number from 0 to 2, found 3");
  EXPECT_EQ(of("-1\n"), file + ", line 1: expected a whole number from 0 to 2, found -1");
  EXPECT_EQ(of("\n0.5\n"), file + ", line 2: expected a whole number from 0 to 2, found 0.5");
  EXPECT_EQ(of("0\nNaN\n"),
            file + ", line 2: expected a whole number from 0 to 2, found a missing cell");
  EXPECT_EQ(of("1e300\n"), file + ", line 1: expected a whole number from 0 to 2, found 1e+300");
  EXPECT_EQ(of("1\n0\n1\n"),
            file + ", line 3: expected indices that differ, found 1 a second time");
  EXPECT_EQ(of("1 2\n"), file + ", line 1: expected one index in a line, found 2 cells");
  EXPECT_EQ(of("x\n"), file + ", line 1, column 1: expected whole numbers, found 'x'");
  EXPECT_NE(of(""), "no error");
}

TEST(DataFolder, KnowsItsSplits) {
  const TemporaryFolder folder;
  folder.file("index_train_1.txt", "0\n");
  EXPECT_TRUE(has_split(folder.path(), 1));
  EXPECT_FALSE(has_split(folder.path(), 0));
}

TEST(DataFolder, RefusesPartsThatContradictEachOther) {
  const TemporaryFolder folder;
  folder.file("data.txt", "1 2\n3 4\n");
  folder.file("index_features.txt", "0\n1\n");
  folder.file("index_target.txt", "1\n");
  EXPECT_EQ(message_of([&] { read_data_folder(folder.path()); }),
            folder.path("index_features.txt") +
                ": expected features without the target, found the target 1 among them");
  folder.file("index_target.txt", "0\n1\n");
  EXPECT_EQ(message_of([&] { read_data_folder(folder.path()); }),
            folder.path("index_target.txt") + ": expected one target, found 2");
  folder.file("index_train_4.txt", "0\n1\n");
  folder.file("index_test_4.txt", "1\n");
  EXPECT_EQ(message_of([&] { read_split(folder.path(), 4, 2); }),
            folder.path("index_test_4.txt") +
                ": expected rows that are not in the training part, found 1 in both");
}

// The data sets of the paper, where they are at hand.
TEST(DataFolder, ReadsTheDataSetsOfThePaper) {
  const std::string uci = RENYI_SOURCE_DIR "/../shared/data/uci";
  if (!is_folder(uci)) GTEST_SKIP() << "no " << uci;
  struct Expected {
    const char* name;
    Index rows;
    std::size_t features;
    Index target;
    std::size_t train;
  };
  for (const auto& [name, rows, features, target, train] :
       {Expected{"boston", 506, 13, 13, 455}, Expected{"concrete", 1030, 8, 8, 927},
        Expected{"energy", 768, 8, 8, 691}, Expected{"wine", 1599, 11, 11, 1439},
        Expected{"yacht", 308, 6, 6, 277}, Expected{"protein", 45730, 9, 9, 41157}}) {
    const std::string folder = uci + "/" + name;
    const auto data = read_data_folder(folder);
    EXPECT_EQ(data.table.rows(), rows) << name;
    EXPECT_EQ(data.features->size(), features) << name;
    EXPECT_EQ(data.target, target) << name;
    for (const auto& column : data.table.columns) EXPECT_EQ(column.kind, ColumnKind::numbers);
    const auto split = read_split(folder, 1, rows);
    EXPECT_EQ(split.train.size(), train) << name;
    EXPECT_EQ(split.train.size() + split.test.size(), static_cast<std::size_t>(rows)) << name;
  }
}

}  // namespace
}  // namespace renyi::data_folder_test
