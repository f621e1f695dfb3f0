#include "renyi/models/shared_library.hpp"

#include <gtest/gtest.h>

#include "renyi/core/error.hpp"
#include "tests/support/temporary_folder.hpp"

namespace renyi::shared_library_test {
namespace {

const std::string misbehaving = RENYI_BRIDGE_DIR "/misbehaving_model.so";

TEST(SharedLibrary, HasSymbolsOrNames) {
  const SharedLibrary library(misbehaving);
  EXPECT_EQ(library.path(), misbehaving);
  EXPECT_NE(library.find("bs_name"), nullptr);
  EXPECT_EQ(library.find("bs_name"), library.at("bs_name", "a model"));
  EXPECT_EQ(library.find("no_such_function"), nullptr);
  try {
    library.at("no_such_function", "a model");
    FAIL();
  } catch (const DataError& error) {
    EXPECT_EQ(std::string(error.what()),
              misbehaving +
                  ": expected a model with the symbol no_such_function, found no such "
                  "symbol");
  }
}

TEST(SharedLibrary, AFileThatIsMissingIsNoInput) {
  for (const std::string& path : {std::string("/nowhere/model.so"), std::string("libm.so.6"),
                                  std::string(RENYI_BRIDGE_DIR)}) {
    try {
      const SharedLibrary library(path);  // libm.so.6 would be found among the system's
      FAIL() << path;
    } catch (const DataError& error) {
      EXPECT_EQ(error.exit_code(), ExitCode::no_input);
      EXPECT_NE(std::string(error.what()).find(path), std::string::npos);
    }
  }
}

TEST(SharedLibrary, AFileThatIsNoLibraryIsRefusedWithTheReason) {
  const testing::TemporaryFolder folder;
  const std::string path = folder.file("model.so", "not a library");
  try {
    const SharedLibrary library(path);
    FAIL();
  } catch (const DataError& error) {
    EXPECT_EQ(error.exit_code(), ExitCode::data);
    EXPECT_NE(std::string(error.what()).find("expected a shared library, found"),
              std::string::npos);
  }
}

}  // namespace
}  // namespace renyi::shared_library_test
