#include "experiments/bnn_data_set.hpp"

#include <gtest/gtest.h>

#include "renyi/core/error.hpp"
#include "tests/experiments/bnn_folders.hpp"

namespace renyi::bnn_data_set_test {
namespace {

using testing::TemporaryFolder;
using testing::write_data_set;
using Names = std::vector<std::string>;

TEST(BnnDataSet, ReadsColumnsAndAsManySplitsAsThereAre) {
  const TemporaryFolder folder;
  write_data_set(folder, "birds", 3);
  const BnnDataSet two = read_bnn_data_set(folder.path(), "birds", 2);
  EXPECT_EQ(two.splits.size(), 2U);
  EXPECT_EQ(two.columns.target, "x4");
  EXPECT_EQ(two.columns.features, (Names{"x1", "x2"}));
  EXPECT_EQ(two.splits[1].test.front(), 1);
  EXPECT_EQ(read_bnn_data_set(folder.path(), "birds", 20).splits.size(), 3U);
}

TEST(BnnDataSet, RefusesFoldersWithoutTargetOrSplits) {
  const TemporaryFolder folder;
  write_data_set(folder, "birds", 0);
  EXPECT_THROW(read_bnn_data_set(folder.path(), "birds", 20), DataError);
  write_data_set(folder, "birds", 1);
  std::filesystem::remove(folder.path("birds/index_target.txt"));
  EXPECT_THROW(read_bnn_data_set(folder.path(), "birds", 20), DataError);
  EXPECT_THROW(read_bnn_data_set(folder.path(), "bees", 20), DataError);
}

TEST(BnnDataSet, FindsThoseOfThePaper) {
  const TemporaryFolder folder;
  EXPECT_THROW(published_data_sets_in(folder.path()), DataError);
  EXPECT_THROW(published_data_sets_in(folder.path("none")), DataError);
  for (const char* name : {"yacht", "birds", "boston"}) write_data_set(folder, name, 1);
  EXPECT_EQ(published_data_sets_in(folder.path()), (Names{"boston", "yacht"}));
}

TEST(BnnDataSet, FingerprintsTellSplitsColumnsAndCellsApart) {
  const TemporaryFolder folder;
  write_data_set(folder, "birds", 2);
  const BnnDataSet data = read_bnn_data_set(folder.path(), "birds", 2);
  EXPECT_EQ(fingerprint_of_split(data, 0),
            fingerprint_of_split(read_bnn_data_set(folder.path(), "birds", 2), 0));
  EXPECT_NE(fingerprint_of_split(data, 0), fingerprint_of_split(data, 1));
  BnnDataSet fewer = data;
  fewer.columns.features.pop_back();
  EXPECT_NE(fingerprint_of_split(data, 0), fingerprint_of_split(fewer, 0));
  BnnDataSet others = data;
  others.table.fingerprint += "0";
  EXPECT_NE(fingerprint_of_split(data, 0), fingerprint_of_split(others, 0));
}

}  // namespace
}  // namespace renyi::bnn_data_set_test
