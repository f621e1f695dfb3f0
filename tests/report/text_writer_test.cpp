#include "renyi/report/text_writer.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <string>

namespace renyi::text_writer_test {
namespace {

Report example() {
  Table table{.name = "bounds",
              .title = "Bounds",
              .columns = {"name", "value", "count"},
              .rows = {{std::string("L"), 0.1 + 0.2, std::int64_t{7}},
                       {std::string("say \"a,b\""), -INFINITY, NotAvailable{}},
                       {std::string("Rényi"), std::nan(""), std::int64_t{-1}},
                       {std::string("up"), INFINITY, std::int64_t{0}}},
              .notes = {"A note."}};
  return {
      .command = "bound",
      .options = {{"alpha", std::string("-inf,0")}, {"seed", std::uint64_t{3}}, {"quiet", false}},
      .tables = {table}};
}

TEST(ReportText, AlignsColumnsAndShowsSixDigits) {
  EXPECT_EQ(report_text(example()),
            "Bounds\n"
            "\n"
            "name       value  count\n"
            "---------  -----  -----\n"
            "L            0.3      7\n"
            "say \"a,b\"   -inf     na\n"
            "Rényi        NaN     -1\n"
            "up           inf      0\n"
            "\n"
            "A note.\n");
}

TEST(ReportText, HasNoNegativeZero) {
  const Report report{.tables = {{.columns = {"x"}, .rows = {{-0.0}}}}};
  EXPECT_TRUE(report_text(report).ends_with("x\n-\n0\n")) << report_text(report);
}

TEST(ReportText, BreaksLongNotesBetweenWords) {
  Report report = example();
  report.tables[0].notes = {std::string(60, 'a') + " " + std::string(39, 'b') + " " +
                            std::string(3, 'c')};
  EXPECT_TRUE(report_text(report).ends_with("\n\n" + std::string(60, 'a') + " " +
                                            std::string(39, 'b') + "\nccc\n"));
}

TEST(ReportText, CountsCombiningMarksAsNoColumn) {
  const Report report{.tables = {{.columns = {"k̂", "x"}, .rows = {{std::string("ab"), 1.0}}}}};
  EXPECT_NE(report_text(report).find("k̂   x\n--  -\nab  1\n"), std::string::npos)
      << report_text(report);
}

}  // namespace
}  // namespace renyi::text_writer_test
