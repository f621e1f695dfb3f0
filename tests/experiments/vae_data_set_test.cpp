#include "experiments/vae_data_set.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <set>

#include "renyi/core/error.hpp"
#include "tests/experiments/vae_folders.hpp"

namespace renyi::vae_data_set_test {
namespace {

using testing::TemporaryFolder;

// The number of an image of small_images().
int number_of(const MatrixF& images, Index row) {
  return static_cast<int>(std::lround(255.0F * images(row, 0)));
}

TEST(VaeDataSet, FoldsAreAPartitionThatDoesNotChange) {
  const TemporaryFolder folder;
  testing::write_frey(folder, 43);
  const VaeDataSet data = read_vae_data_set(folder.path(), VaeBenchmark::frey);
  EXPECT_FALSE(data.test);
  std::multiset<int> tested;
  for (std::int64_t fold = 0; fold < vae_folds; ++fold) {
    const VaeParts parts = vae_parts(data, fold, 0);
    EXPECT_EQ(parts.train.rows() + parts.test.rows(), 43);
    EXPECT_GE(parts.test.rows(), 4);
    std::set<int> here;
    for (Index i = 0; i < parts.test.rows(); ++i) here.insert(number_of(parts.test, i));
    for (Index i = 0; i < parts.train.rows(); ++i)
      EXPECT_FALSE(here.contains(number_of(parts.train, i)));
    tested.insert(here.begin(), here.end());
    EXPECT_EQ(vae_parts(data, fold, 0).test, parts.test);
    EXPECT_EQ(vae_parts(data, fold, 2).test, parts.test.topRows(2));
  }
  std::multiset<int> all;
  for (int image = 0; image < 43; ++image) all.insert(image);
  EXPECT_EQ(tested, all);
  EXPECT_NE(fingerprint_to_fit(data, 0), fingerprint_to_fit(data, 1));
}

TEST(VaeDataSet, ReadsTheFolderItselfAsWell) {
  const TemporaryFolder folder;
  testing::write_mnist(folder);
  const VaeDataSet data = read_vae_data_set(folder.path(), VaeBenchmark::mnist);
  EXPECT_EQ(data.train.pixels.rows(), 30);
  EXPECT_EQ(vae_parts(data, 0, 0).test.rows(), 6);
  EXPECT_EQ(vae_parts(data, 0, 4).test.rows(), 4);
  EXPECT_EQ(vae_parts(data, 0, 4).train, data.train.pixels);
  EXPECT_NE(fingerprint_to_fit(data, 0), fingerprint_of_all(data, 0));
}

// Column after column in the file, and black on white.
TEST(VaeDataSet, TurnsAndInvertsSilhouettes) {
  const TemporaryFolder folder;
  testing::write_silhouettes(folder);
  const VaeDataSet data = read_vae_data_set(folder.path(), VaeBenchmark::caltech);
  // Image 0 of the file: six ones, six zeros; the first of three columns of four, and half of the
  // second, are ones.
  MatrixF expected(1, 12);
  expected << 0, 0, 1, 0, 0, 1, 0, 1, 1, 0, 1, 1;
  EXPECT_EQ(data.train.pixels.row(0), expected.row(0));
}

TEST(VaeDataSet, SaysWhichFilesItLooksFor) {
  const TemporaryFolder folder;
  EXPECT_THROW(read_vae_data_set(folder.path("none"), VaeBenchmark::mnist), DataError);
  try {
    read_vae_data_set(folder.path(), VaeBenchmark::caltech);
    FAIL();
  } catch (const DataError& error) {
    const std::string text = error.what();
    EXPECT_NE(text.find("silhouettes-train-images-idx3-ubyte"), std::string::npos) << text;
    EXPECT_NE(text.find("caltech101_silhouettes_28_split1.mat"), std::string::npos) << text;
  }
  testing::write_frey(folder, 5);
  const VaeDataSet few = read_vae_data_set(folder.path(), VaeBenchmark::frey);
  EXPECT_THROW(vae_parts(few, 0, 0), DataError);
}

// The paper's own files, where they are at hand.
TEST(VaeDataSet, ReadsThePublishedFiles) {
  const std::string folder = RENYI_SOURCE_DIR "/../shared/data";
  if (!std::filesystem::exists(folder)) GTEST_SKIP() << "no folder " << folder;
  const VaeDataSet frey = read_vae_data_set(folder, VaeBenchmark::frey);
  EXPECT_EQ(frey.train.pixels.rows(), 1965);
  EXPECT_EQ(frey.train.pixels.cols(), 560);
  EXPECT_EQ(vae_parts(frey, 9, 0).test.rows(), 197);
  const VaeDataSet caltech = read_vae_data_set(folder, VaeBenchmark::caltech);
  EXPECT_EQ(caltech.train.pixels.rows(), 4100);
  EXPECT_EQ(caltech.test->pixels.rows(), 2307);
}

}  // namespace
}  // namespace renyi::vae_data_set_test
