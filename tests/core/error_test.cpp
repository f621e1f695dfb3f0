#include "renyi/core/error.hpp"

#include <gtest/gtest.h>

#include <string>

namespace renyi::error_test {
namespace {

TEST(Errors, HaveTheExitCodesOfSysexits) {
  EXPECT_EQ(UsageError("x").exit_code(), ExitCode{64});
  EXPECT_EQ(DataError({.file = "f"}, "a", "b").exit_code(), ExitCode{65});
  EXPECT_EQ(DataError::no_input("f", "r").exit_code(), ExitCode{66});
  EXPECT_EQ(NumericalError("x").exit_code(), ExitCode{70});
  EXPECT_EQ(DataError::input_output("f", "r").exit_code(), ExitCode{74});
}

TEST(DataError, NamesThePlaceAndWhatWasExpected) {
  const DataError error({.file = "w.csv", .line = 3, .column = 2}, "a number", "'x'");
  EXPECT_EQ(std::string(error.what()), "w.csv, line 3, column 2: expected a number, found 'x'");
  EXPECT_EQ(error.place().line, 3);
}

TEST(DataError, LeavesOutWhatIsNotKnownOfThePlace) {
  EXPECT_EQ(std::string(DataError({.file = "w.npy"}, "a", "b").what()),
            "w.npy: expected a, found b");
  EXPECT_EQ(std::string(DataError::no_input("w.npy", "no such file").what()),
            "w.npy: no such file");
}

}  // namespace
}  // namespace renyi::error_test
