#include "renyi/data/table_encoding.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace renyi::table_encoding_test {
namespace {

using Names = std::vector<std::string>;

DataTable read(const std::string& text, const EncodingOptions& options = {}) {
  auto source = ByteSource::of_memory(text, "t.csv");
  return read_table(source, {.categorical = [&](const TableHead& head) {
                      return categorical_columns(head, options);
                    }});
}

TableEncoding learn(const DataTable& table, const EncodingOptions& options) {
  return learn_encoding(table, all_rows(table.rows()), options);
}

template <class Problem>
std::string message_of(const std::function<void()>& act) {
  try {
    act();
  } catch (const Problem& error) {
    return error.what();
  }
  return "no error";
}

const char* const houses =
    "size,colour,price,year\n"
    "10,red,1,1990\n"
    "20,blue,2,1991\n"
    "30,red,6,1992\n";

TEST(TableEncoding, TakesAllOtherColumnsAndStandardisesThem) {
  const auto table = read(houses);
  const auto encoding = learn(table, {.target = "price"});
  EXPECT_EQ(encoding.design_names(), (Names{"size", "colour=blue", "colour=red", "year"}));
  const Matrix x = encode_features(encoding, table, all_rows(3));
  for (Index c = 0; c < x.cols(); ++c) {
    EXPECT_NEAR(x.col(c).sum(), 0.0, 1e-14);
    EXPECT_NEAR(x.col(c).squaredNorm(), 3.0, 1e-14) << "ddof = 0";
  }
  EXPECT_EQ(encode_target(encoding, table, all_rows(3)), (Vector{{1, 2, 6}}));
  EXPECT_DOUBLE_EQ(encoding.target_mean, 3.0);
  EXPECT_DOUBLE_EQ(encoding.target_scale, std::sqrt(14.0 / 3.0));
}

TEST(TableEncoding, AppliesWhatItLearnedToOtherTables) {
  const auto table = read(houses);
  const auto encoding = learn(table, {.target = "price"});
  const auto other = read("year,comment,colour,size\n1990,new,red,40\n");
  const Matrix x = encode_features(encoding, other, all_rows(1));
  EXPECT_DOUBLE_EQ(x(0, 0), (40.0 - 20.0) / std::sqrt(200.0 / 3.0));
  EXPECT_DOUBLE_EQ(x(0, 2), (1.0 - 2.0 / 3.0) / std::sqrt(2.0 / 9.0));
}

TEST(TableEncoding, LearnsFromTheGivenRowsAlone) {
  const auto table = read(houses);
  const std::vector<Index> train = {0, 2};
  const auto encoding = learn_encoding(table, train, {.target = "price", .features = {"size"}});
  EXPECT_DOUBLE_EQ(encoding.means(0), 20.0);
  EXPECT_DOUBLE_EQ(encoding.scales(0), 10.0);
  EXPECT_DOUBLE_EQ(encoding.target_mean, 3.5);
}

TEST(TableEncoding, ChoosesColumnsByNameOrNumber) {
  const auto table = read(houses);
  EXPECT_EQ(learn(table, {.target = "3", .drop = {"colour", "4"}}).design_names(), (Names{"size"}));
  EXPECT_EQ(learn(table, {.target = "size", .features = {"year", "price"}}).design_names(),
            (Names{"year", "price"}));
  const EncodingOptions options{.target = "price", .features = {"year"}, .categorical = {"year"}};
  EXPECT_EQ(learn(read(houses, options), options).design_names(),
            (Names{"year=1990", "year=1991", "year=1992"}));
}

TEST(TableEncoding, RefusesColumnsThatDoNotExist) {
  const auto refusal = [&](const EncodingOptions& options) {
    return message_of<UsageError>([&] { learn(read(houses, options), options); });
  };
  const std::string expected = ": expected a column of t.csv (size, colour, price, year), found ";
  EXPECT_EQ(refusal({.target = "prize"}), "target" + expected + "'prize'; perhaps 'price'");
  EXPECT_EQ(refusal({}), "target" + expected + "nothing");
  EXPECT_EQ(refusal({.target = "price", .features = {"x"}}), "features" + expected + "'x'");
  EXPECT_EQ(refusal({.target = "price", .drop = {"9"}}), "drop" + expected + "'9'");
  EXPECT_EQ(refusal({.target = "price", .categorical = {"x"}}), "categorical" + expected + "'x'");
  EXPECT_EQ(refusal({.target = "price", .features = {"price"}}),
            "features: expected columns other than the target");
  EXPECT_EQ(refusal({.target = "price", .drop = {"1", "2", "4"}}),
            "features: expected at least one column, found none");
}

TEST(TableEncoding, RefusesMissingCellsByNamingThem) {
  const auto refusal = [](const std::string& text, const EncodingOptions& options) {
    return message_of<DataError>([&] { learn(read(text), options); });
  };
  EXPECT_EQ(refusal("a,y\n1,2\n,3\n", {.target = "y"}),
            "t.csv, line 3, column 1: expected a number in column 'a', found a missing cell");
  EXPECT_EQ(refusal("a,y\nu,2\n?,3\n", {.target = "y"}),
            "t.csv, line 3, column 1: expected a word in column 'a', found a missing cell");
  EXPECT_EQ(refusal("a,y\n1,2\n2,NA\n", {.target = "y", .impute = Impute::mean}),
            "t.csv, line 3, column 2: expected a number of the target in column 'y', found a "
            "missing cell");
  EXPECT_EQ(refusal("a,y\n1,u\n2,?\n3,v\n", {.target = "y"}),
            "t.csv, line 3, column 2: expected a class of the target in column 'y', found a "
            "missing cell");
}

TEST(TableEncoding, ImputesByTheMeanOfTheRowsLearnedFrom) {
  const auto table = read("a,c,y\n1,u,0\n,u,1\n4,,2\n7,v,3\n");
  const auto encoding = learn(table, {.target = "y", .impute = Impute::mean});
  EXPECT_DOUBLE_EQ(encoding.fills(0), 4.0);
  EXPECT_DOUBLE_EQ(encoding.fills(1), 2.0 / 3.0) << "the share of u";
  const Matrix x = encode_features(encoding, table, all_rows(4));
  EXPECT_NEAR(x(1, 0), 0.0, 1e-15);
  EXPECT_NEAR(x(2, 1), 0.0, 1e-15);
  const auto other = read("a,c\nNA,NA\n");
  EXPECT_NEAR(encode_features(encoding, other, all_rows(1)).norm(), 0.0, 1e-15);
}

TEST(TableEncoding, KeepsTheUnitsOnRequest) {
  const auto table = read(houses);
  const auto encoding = learn(table, {.target = "price", .features = {"size"}, .raw = true});
  EXPECT_EQ(encode_features(encoding, table, all_rows(3)), (Matrix{{10}, {20}, {30}}));
  EXPECT_EQ(encoding.target_mean, 0.0);
  EXPECT_EQ(encoding.target_scale, 1.0);
}

TEST(TableEncoding, ATargetOfWordsIsItsClasses) {
  const auto table = read(houses);
  const auto encoding = learn(table, {.target = "colour"});
  EXPECT_EQ(encoding.classes(), (Names{"blue", "red"}));
  EXPECT_EQ(encoding.design_names(), (Names{"size", "price", "year"}));
  EXPECT_EQ(encode_target(encoding, table, all_rows(3)), (Vector{{1, 0, 1}}));
  EXPECT_EQ(encoding.target_mean, 0.0);
  EXPECT_EQ(encoding.target_scale, 1.0);
  EXPECT_NEAR(encode_features(encoding, table, all_rows(3)).col(0).squaredNorm(), 3.0, 1e-14);
  EXPECT_FALSE(learn(table, {.target = "price"}).has_classes());
}

TEST(TableEncoding, NumbersAreClassesWhereTheOptionsSaySo) {
  for (const EncodingOptions& options :
       {EncodingOptions{.target = "year", .task = Task::classification},
        EncodingOptions{.target = "4", .categorical = {"year"}},
        EncodingOptions{.target = "year", .categorical = {"4"}, .task = Task::classification}}) {
    const auto table = read(houses, options);
    const auto encoding = learn(table, options);
    EXPECT_EQ(encoding.classes(), (Names{"1990", "1991", "1992"}));
    EXPECT_EQ(encode_target(encoding, table, all_rows(3)), (Vector{{0, 1, 2}}));
  }
}

TEST(TableEncoding, RefusesATargetThatDoesNotFitTheTask) {
  const auto regression = [](std::string target, Names categorical) {
    return EncodingOptions{.target = std::move(target),
                           .categorical = std::move(categorical),
                           .task = Task::regression};
  };
  EXPECT_EQ(message_of<DataError>([&] { learn(read(houses), regression("colour", {})); }),
            "t.csv, line 2, column 2: expected a number in column 'colour', the target of a "
            "regression, found 'red'");
  const auto contradiction = regression("year", {"4"});
  EXPECT_EQ(message_of<UsageError>([&] { learn(read(houses, contradiction), contradiction); }),
            "categorical: expected columns other than the target of a regression, found '4'");
}

TEST(TableEncoding, ClassesThatWereNotLearnedAreRefusedByNamingThem) {
  const auto encoding = learn(read(houses), {.target = "colour"});
  const auto other = read("price,year,size,colour\n1,2,3,red\n1,2,3,green\n");
  EXPECT_EQ(message_of<DataError>([&] { encode_target(encoding, other, all_rows(2)); }),
            "t.csv, line 3, column 4: expected a category of column 'colour' that was learned "
            "(blue, red), found 'green'");
}

TEST(TableEncoding, RefusesNumbersThatOverflowBesideThoseLearnedFrom) {
  const auto encoding = learn(read("a,y\n1e-300,1\n2e-300,2\n"), {.target = "y"});
  EXPECT_EQ(
      message_of<DataError>([&] { encode_features(encoding, read("a\n1e300\n"), all_rows(1)); }),
      "t.csv: expected numbers within reach of those learned from, found one that overflows "
      "beside them");
}

TEST(TableEncoding, AConstantColumnBecomesZero) {
  const auto table = read("a,y\n0.1,1\n0.1,2\n0.1,4\n");
  const auto encoding = learn(table, {.target = "y"});
  EXPECT_EQ(encode_features(encoding, table, all_rows(3)), Matrix::Zero(3, 1));
}

}  // namespace
}  // namespace renyi::table_encoding_test
