#include "renyi/report/format.hpp"

#include <gtest/gtest.h>

#include "renyi/core/error.hpp"

namespace renyi::format_test {
namespace {

TEST(Format, HasANameThatIsReadBack) {
  for (const auto format : {Format::table, Format::json, Format::csv})
    EXPECT_EQ(parse_enum<Format>(to_string(format)), format);
  EXPECT_THROW(parse_enum<Format>("xml"), UsageError);
}

TEST(FormatReport, EndsInANewlineInEveryFormat) {
  const Report report{.command = "bound",
                      .options = {{"seed", std::int64_t{1}}},
                      .tables = {{.name = "t", .columns = {"a"}}}};
  for (const auto format : {Format::table, Format::json, Format::csv})
    EXPECT_TRUE(format_report(report, format).ends_with("\n")) << to_string(format);
}

TEST(FormatReport, ReplacesBytesThatAreNoUtf8InJson) {
  const Report report{.command = "bound", .options = {{"weights", std::string("\xff.csv")}}};
  EXPECT_NE(format_report(report, Format::json).find("\xEF\xBF\xBD.csv"), std::string::npos);
}

}  // namespace
}  // namespace renyi::format_test
