#include "renyi/data/table_copy.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <vector>

#include "tests/support/temporary_folder.hpp"

namespace renyi::table_copy_test {
namespace {

using testing::TemporaryFolder;

const char* const text = "size,colour,mixed\n1.5,red,1\n?,M\xfcller,a\n\n3,red,2\n";

class TableCopyTest : public ::testing::Test {
 protected:
  TableCopyTest() {
    auto source = ByteSource::of_memory(text, "t.csv");
    write_table_copy(source, {}, path_);
  }
  TableCopy read() const { return read_table_copy(PositionedFile(path_, path_), "t.csv"); }

  TemporaryFolder folder_;
  std::string path_ = folder_.path("copy");
};

TEST_F(TableCopyTest, HasLinesAndCellsOfAllRows) {
  std::vector<double> cells(12);
  PositionedFile(path_, path_).read(0, {reinterpret_cast<char*>(cells.data()), 96});
  for (const auto& [place, value] : std::vector<std::pair<std::size_t, double>>{
           {0, 2.0}, {1, 1.5}, {2, 0.0}, {4, 3.0}, {6, 1.0}, {8, 5.0}, {9, 3.0}, {10, 0.0}})
    EXPECT_EQ(cells[place], value) << place;
  for (const std::size_t missing : {3, 5, 7, 11}) EXPECT_TRUE(std::isnan(cells[missing]));
}

TEST_F(TableCopyTest, RemembersWhatElseIsKnown) {
  const TableCopy copy = read();
  auto source = ByteSource::of_memory(text, "t.csv");
  const DataTable table = read_table(source);
  EXPECT_EQ(copy.rows, 3);
  EXPECT_EQ(copy.description.rows(), 0);
  EXPECT_EQ(copy.description.head.names, table.head.names);
  EXPECT_TRUE(copy.description.head.header);
  EXPECT_EQ(copy.description.head.file, "t.csv");
  EXPECT_EQ(copy.description.fingerprint, table.fingerprint);
  ASSERT_EQ(copy.description.columns.size(), 3U);
  for (std::size_t c = 0; c < 3; ++c) {
    EXPECT_EQ(copy.description.columns[c].kind, table.columns[c].kind);
    EXPECT_EQ(copy.description.columns[c].levels, table.columns[c].levels) << "any bytes";
  }
  EXPECT_STREQ(copy.description.columns[2].problem.value().what(),
               "t.csv, line 3, column 3: expected numbers alone or words alone in column 'mixed', "
               "found both, or more words than are kept");
}

TEST_F(TableCopyTest, IsRefusedCutAnywhere) {
  const std::string whole = testing::contents(path_);
  for (std::size_t bytes = 0; bytes < whole.size(); ++bytes) {
    folder_.file("copy", whole.substr(0, bytes));
    EXPECT_THROW(read(), DataError) << bytes;
  }
  folder_.file("copy", std::string(40, '\0') + whole);
  EXPECT_THROW(read(), DataError) << "more rows";
}

TEST_F(TableCopyTest, IsNotThereWhereTheTableIsRefused) {
  auto source = ByteSource::of_memory("a,b\n1,2\n3\n", "t.csv");
  EXPECT_THROW(write_table_copy(source, {}, folder_.path("other")), DataError);
  EXPECT_FALSE(std::filesystem::exists(folder_.path("other")));
}

}  // namespace
}  // namespace renyi::table_copy_test
