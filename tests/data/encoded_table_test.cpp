#include "renyi/data/encoded_table.hpp"

#include <gtest/gtest.h>

#include "renyi/data/streamed_encoding.hpp"
#include "tests/support/temporary_folder.hpp"

namespace renyi::encoded_table_test {
namespace {

using testing::TemporaryFolder;

class EncodedTableTest : public ::testing::Test {
 protected:
  TableFile open(const std::string& text) const {
    return {folder_.file("t.csv", text), {}, "", folder_.path("cache")};
  }
  TemporaryFolder folder_;
};

// Each row as encode_features() and the target's standardisation give it, in single precision.
void expect_like_memory(const TableFile& file, const TableEncoding& encoding) {
  const std::vector<Index> rows = {3, 0, 4, 1};
  const EncodedTable encoded(file, encoding, rows);
  const DataTable table = file.read(rows);
  const auto all = all_rows(4);
  const Matrix features = encode_features(encoding, table, all);
  const Vector targets =
      (encode_target(encoding, table, all).array() - encoding.target_mean) / encoding.target_scale;
  ASSERT_EQ(encoded.rows(), 4);
  ASSERT_EQ(encoded.cols(), encoding.width() + 1);
  MatrixF found(4, encoded.cols());
  encoded.copy(all, found.data());
  EXPECT_EQ(MatrixF(found.leftCols(encoding.width())), MatrixF(features.cast<float>()));
  EXPECT_EQ(VectorF(found.col(encoding.width())), VectorF(targets.cast<float>()));
  VectorF one(encoded.cols());
  encoded.copy(std::vector<Index>{2}, one.data());
  EXPECT_EQ(one.transpose(), found.row(2));
}

TEST_F(EncodedTableTest, HasTheNumbersOfATableInMemory) {
  const TableFile file = open(
      "name,size,colour,rent,class\na,1.5,red,10,u\nb,2.25,blue,20,v\nc,,red,15,v\nd,7,,11.5,w\n"
      "e,3,green,8,u\n");
  for (const char* target : {"rent", "class"})
    for (const bool raw : {false, true}) {
      const EncodingOptions options{
          .target = target, .drop = {"name"}, .impute = Impute::mean, .raw = raw};
      expect_like_memory(file, learn_encoding(file, all_rows(5), options));
    }
}

TEST_F(EncodedTableTest, RefusesWhatWasNotLearned) {
  const TableFile file = open("colour,rent\nred,1\nblue,2\ngreen,3\nred,?\n");
  const TableEncoding encoding = learn_encoding(file, std::vector<Index>{0, 1}, {.target = "rent"});
  const EncodedTable encoded(file, encoding, all_rows(4));
  VectorF row(encoded.cols());
  const auto refusal = [&](Index number) -> std::string {
    try {
      encoded.copy(std::vector<Index>{number}, row.data());
    } catch (const DataError& error) {
      return error.what();
    }
    return "";
  };
  EXPECT_EQ(refusal(0), "");
  EXPECT_NE(refusal(2).find("line 4, column 1: expected a value of column 'colour' as it was "
                            "learned, found 'green'"),
            std::string::npos)
      << refusal(2);
  EXPECT_NE(refusal(3).find("line 5, column 2"), std::string::npos) << refusal(3);
  const TableFile numbers = open("colour,rent\n1,1\n2,2\n");
  EXPECT_THROW(EncodedTable(numbers, encoding, {0}), DataError);
}

}  // namespace
}  // namespace renyi::encoded_table_test
