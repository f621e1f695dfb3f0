#include "renyi/data/json_file.hpp"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "renyi/core/error.hpp"
#include "tests/support/temporary_folder.hpp"

namespace renyi::json_file_test {
namespace {

TEST(ParseJson, NamesTheLineAndCharacterOfAMistake) {
  try {
    parse_json("{\"a\": 1,\n \"b\": x}", "r.json");
    FAIL();
  } catch (const DataError& error) {
    EXPECT_EQ(error.place().file, "r.json");
    EXPECT_EQ(error.place().line, 2);
    EXPECT_EQ(error.place().column, 7);
  }
}

TEST(ParseJson, RefusesNumbersBeyondDoublePrecision) {
  EXPECT_THROW(parse_json("[1e999]", "r.json"), DataError);
}

TEST(ReadJsonFile, ReadsWhatIsThereUpToALimit) {
  const testing::TemporaryFolder folder;
  const auto file = folder.file("r.json", R"({"a":[1,2]})");
  EXPECT_EQ(read_json_file(file, 100)["a"][1], 2);
  EXPECT_THROW(read_json_file(file, 5), DataError);
  EXPECT_THROW(read_json_file(folder.path("none"), 100), DataError);
}

}  // namespace
}  // namespace renyi::json_file_test
