#include "cli/json_file.hpp"

#include <gtest/gtest.h>

#include "renyi/core/error.hpp"
#include "tests/support/temporary_folder.hpp"

namespace renyi::cli {
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

TEST(ReadJsonFile, ReadsWhatIsThereUpToALimit) {
  const renyi::testing::TemporaryFolder folder;
  const auto file = folder.file("r.json", R"({"a":[1,2]})");
  EXPECT_EQ(read_json_file(file, 100)["a"][1], 2);
  EXPECT_THROW(read_json_file(file, 5), DataError);
  EXPECT_THROW(read_json_file(folder.path("none"), 100), DataError);
}

}  // namespace
}  // namespace renyi::cli
