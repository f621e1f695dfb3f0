#include "cli/table_input.hpp"

#include <gtest/gtest.h>

#include "cli/field_text.hpp"
#include "tests/support/temporary_folder.hpp"

namespace renyi::cli::table_input_test {
namespace {

using testing::TemporaryFolder;
using Names = std::vector<std::string>;

std::string refusal_of(const std::function<void()>& act) {
  try {
    with_flags(act);
  } catch (const Error& error) {
    return error.what();
  }
  return "no error";
}

void write_folder(const TemporaryFolder& folder) {
  folder.file("data.txt", "1 2 3\n4 5 6\n7 8 9\n");
  folder.file("index_features.txt", "2\n");
  folder.file("index_target.txt", "0\n");
  folder.file("index_train_1.txt", "2\n0\n");
  folder.file("index_test_1.txt", "1\n");
}

// One copy for each way to read its cells.
TEST(TableInput, StaysOnDiskWithAllItsRows) {
  const TemporaryFolder folder;
  const TableFlags flags{.data = folder.file("t.csv", "a,b\n1,2\n3,4\n")};
  const std::string cache = folder.path("cache");
  EncodingOptions options{.target = "b"};
  EXPECT_EQ(open_to_learn(flags, options, cache).description().columns[0].kind,
            ColumnKind::numbers);
  options.categorical = {"a"};
  const TableFile words = open_to_learn(flags, options, cache);
  EXPECT_EQ(words.description().columns[0].levels, (Names{"1", "3"}));
  EncodingOptions same = options;
  const DataSource loaded = read_to_learn(flags, same).source, streamed = source_of(words);
  EXPECT_EQ(streamed.path, loaded.path);
  EXPECT_EQ(streamed.fingerprint, loaded.fingerprint);
  EXPECT_EQ(streamed.rows, loaded.rows);
  EXPECT_EQ(refusal_of([&] { open_to_learn({.data = folder.path()}, options, cache); }),
            "--stream: expected a table in a file, found the folder " + folder.path());
}

TEST(TableInput, IsAFileWithAllItsRows) {
  const TemporaryFolder folder;
  const TableFlags flags{.data = folder.file("t.csv", "a,b\n1,2\n3,4\n")};
  EncodingOptions options{.target = "b"};
  const auto input = read_to_learn(flags, options);
  EXPECT_EQ(input.rows, (std::vector<Index>{0, 1}));
  EXPECT_EQ(input.source.path, flags.data);
  EXPECT_EQ(input.source.rows, 2);
  EXPECT_TRUE(input.source.fingerprint.starts_with("fnv1a64:"));
  EXPECT_EQ(options.target, "b");
  EXPECT_TRUE(options.features.empty());
}

TEST(TableInput, AFolderSaysWhichColumnsAndRowsCount) {
  const TemporaryFolder folder;
  write_folder(folder);
  const TableFlags flags{.data = folder.path(), .split = 1};
  EncodingOptions options;
  const auto input = read_to_learn(flags, options);
  EXPECT_EQ(input.rows, (std::vector<Index>{2, 0}));
  EXPECT_EQ(input.source.rows, 2);
  EXPECT_EQ(options.target, "x1");
  EXPECT_EQ(options.features, (Names{"x3"}));
  const auto encoding = learn_encoding(input.table, input.rows, options);
  EXPECT_EQ(read_to_predict(flags, encoding, true).rows, (std::vector<Index>{1}));
  EXPECT_EQ(read_to_predict({.data = folder.path()}, encoding, true).rows.size(), 3U);
}

TEST(TableInput, TheFoldersTargetMayBeClasses) {
  const TemporaryFolder folder;
  write_folder(folder);
  const TableFlags flags{.data = folder.path(), .split = 1};
  EncodingOptions options{.task = Task::classification};
  const auto input = read_to_learn(flags, options);
  EXPECT_EQ(options.target, "x1");
  const auto encoding = learn_encoding(input.table, input.rows, options);
  EXPECT_EQ(encoding.classes(), (Names{"1", "7"}));
  const TableFlags all{.data = folder.path()};
  const auto train = read_to_predict(all, encoding, true);
  EXPECT_EQ(encode_target(encoding, train.table, input.rows), (Vector{{1, 0}}));
  EXPECT_NO_THROW(read_to_predict(flags, encoding, false));
}

TEST(TableInput, ATargetOfTheUsersOwnWinsOverTheFolder) {
  const TemporaryFolder folder;
  write_folder(folder);
  EncodingOptions options{.target = "x2"};
  read_to_learn({.data = folder.path()}, options);
  EXPECT_EQ(options.target, "x2");
  EXPECT_TRUE(options.features.empty());
}

TEST(TableInput, ObeysHeaderAndSeparator) {
  const TemporaryFolder folder;
  const auto file = folder.file("t.txt", "1;2\n3;4\n");
  EncodingOptions options;
  EXPECT_EQ(read_to_learn({.data = file, .header = true}, options).table.head.names,
            (Names{"1", "2"}));
  EXPECT_EQ(
      read_to_learn({.data = file, .separator = Separator::comma}, options).table.head.names.size(),
      1U);
}

TEST(TableInput, RefusesFlagsThatContradictEachOther) {
  const TableFlags both{.header = true, .no_header = true};
  EXPECT_THROW(both.validate(), UsageError);
  const TableFlags negative{.split = -2};
  EXPECT_THROW(negative.validate(), UsageError);
  const TemporaryFolder folder;
  const auto file = folder.file("t.csv", "a,b\n1,2\n");
  EncodingOptions options;
  EXPECT_EQ(refusal_of([&] { read_to_learn({.data = file, .split = 0}, options); }),
            "--split: expected a folder with splits, found the table " + file);
}

TEST(TableInput, RefusalsOfTheLibraryNameTheFlag) {
  const TemporaryFolder folder;
  const auto file = folder.file("t.csv", "a,b\n1,2\n");
  EncodingOptions options{.target = "b", .categorical = {"c"}};
  EXPECT_EQ(refusal_of([&] { read_to_learn({.data = file}, options); }),
            "--categorical: expected a column of " + file + " (a, b), found 'c'");
}

}  // namespace
}  // namespace renyi::cli::table_input_test
