#include "renyi/data/table_file.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>

#include "renyi/data/npy.hpp"
#include "renyi/data/table_encoding.hpp"
#include "tests/support/gzip.hpp"
#include "tests/support/temporary_folder.hpp"

namespace renyi::table_file_test {
namespace {

using testing::TemporaryFolder;

void expect_equal(const DataTable& found, const DataTable& expected) {
  EXPECT_EQ(found.head.names, expected.head.names);
  EXPECT_EQ(found.fingerprint, expected.fingerprint);
  EXPECT_EQ(found.lines, expected.lines);
  ASSERT_EQ(found.columns.size(), expected.columns.size());
  for (std::size_t c = 0; c < found.columns.size(); ++c) {
    const DataColumn &one = found.columns[c], &other = expected.columns[c];
    EXPECT_EQ(one.kind, other.kind);
    EXPECT_EQ(one.levels, other.levels);
    EXPECT_EQ(one.codes, other.codes);
    ASSERT_EQ(one.numbers.size(), other.numbers.size());
    for (std::size_t r = 0; r < one.numbers.size(); ++r)
      EXPECT_TRUE(one.numbers[r] == other.numbers[r] ||
                  (std::isnan(one.numbers[r]) && std::isnan(other.numbers[r])));
  }
}

class TableFileTest : public ::testing::Test {
 protected:
  TableFile open(const std::string& path, const TableOptions& options = {}) const {
    return {path, options, "", folder_.path("cache")};
  }
  void expect_like_memory(const std::string& path, const TableOptions& options = {}) const {
    const TableFile file = open(path, options);
    const DataTable table = read_table(path, options);
    ASSERT_EQ(file.rows(), table.rows());
    expect_equal(file.read(all_rows(file.rows())), table);
  }
  TemporaryFolder folder_;
};

// Several windows; a column becomes one of words late, another unusable.
std::string long_text() {
  std::string text = "a,b,c,d\n";
  for (int row = 0; row < 5000; ++row)
    text += std::to_string(row * 0.37) +
            (row < 3000     ? ",,"
             : row % 2 == 0 ? ",red,"
                            : ",blue,") +
            (row % 7 == 0 ? "NA" : "\"two\nlines\"") + (row == 4000 ? ",x\n" : ",1\n");
  return text;
}

TEST_F(TableFileTest, HasTheRowsOfATableInMemory) {
  expect_like_memory(folder_.file("t.csv", long_text()));
  expect_like_memory(folder_.file("t.gz", testing::gzip(long_text())));
  expect_like_memory(folder_.file("plain.txt", "1 2\n3 nan\n-inf 5"), {});
  TableOptions options{.categorical = [](const TableHead&) { return std::vector<Index>{0}; }};
  expect_like_memory(folder_.file("c.csv", "1,2\n01,3\n"), options);
}

TEST_F(TableFileTest, HasTheRowsOfAnArray) {
  Matrix values = Matrix::Random(3000, 3);
  values(7, 1) = std::nan("");
  write_npy(folder_.path("a.npy"), values);
  expect_like_memory(folder_.path("a.npy"));
  write_npy(folder_.path("f.npy"), MatrixF(values.cast<float>()));
  expect_like_memory(folder_.path("f.npy"));
}

TEST_F(TableFileTest, ReadsAnyRowsInAnyOrder) {
  const std::string path = folder_.file("t.csv", "a,b\n1,x\n2,y\n3,x\n4,\n");
  const DataTable some = open(path).read(std::vector<Index>{2, 3, 0, 1, 1});
  EXPECT_EQ(some.lines, (std::vector<std::int64_t>{4, 5, 2, 3, 3}));
  EXPECT_EQ(some.columns[0].numbers, (std::vector<double>{3, 4, 1, 2, 2}));
  EXPECT_EQ(some.columns[1].codes, (std::vector<std::int32_t>{0, -1, 0, 1, 1}));
}

TEST_F(TableFileTest, ReadsTheTableOnceForEachWayToReadIt) {
  const std::string path = folder_.file("t.csv", "1,2\n3,4\n");
  const auto copies = [this] {
    int count = 0;
    for (const auto& entry : std::filesystem::directory_iterator(folder_.path("cache")))
      if (entry.path().extension() == ".cells") ++count;
    return count;
  };
  EXPECT_EQ(open(path).rows(), 2);
  EXPECT_EQ(open(path).rows(), 2);
  EXPECT_EQ(copies(), 1);
  EXPECT_EQ(open(path, {.header = HeaderLine::present}).rows(), 1);
  EXPECT_EQ(copies(), 2);
  TableFile(path, {}, "categorical 1", folder_.path("cache"));
  EXPECT_EQ(copies(), 3);
}

TEST_F(TableFileTest, RefusesWhatATableInMemoryRefusesToo) {
  EXPECT_THROW(open(folder_.file("t.csv", "a,b\n1,2\n3\n")), DataError);
  EXPECT_THROW(open(folder_.file("e.csv", "a,b\n")), DataError);
  EXPECT_THROW(open(folder_.path("none")), DataError);
}

}  // namespace
}  // namespace renyi::table_file_test
