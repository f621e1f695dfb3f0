#include "renyi/report/json_reader.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <bit>
#include <nlohmann/json.hpp>

#include "renyi/core/error.hpp"
#include "renyi/report/json_writer.hpp"
#include "tests/report/example_report.hpp"
#include "tests/support/temporary_folder.hpp"

namespace renyi::json_reader_test {
namespace {

using namespace testing;  // the examples
using nlohmann::ordered_json;

bool same(double a, double b) {
  return (std::isnan(a) && std::isnan(b)) ||
         std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b);
}

bool same(const std::vector<double>& a, const std::vector<double>& b) {
  return a.size() == b.size() &&
         std::equal(a.begin(), a.end(), b.begin(), [](double x, double y) { return same(x, y); });
}

bool same(const Cell& a, const Cell& b) {
  const auto* x = std::get_if<double>(&a);
  const auto* y = std::get_if<double>(&b);
  return x != nullptr && y != nullptr ? same(*x, *y) : a == b;
}

void expect_same(const Table& a, const Table& b) {
  RC_ASSERT(a.name == b.name);
  RC_ASSERT(a.title == b.title);
  RC_ASSERT(a.columns == b.columns);
  RC_ASSERT(a.notes == b.notes);
  RC_ASSERT(a.rows.size() == b.rows.size());
  for (std::size_t r = 0; r < a.rows.size(); ++r)
    for (std::size_t c = 0; c < a.columns.size(); ++c) RC_ASSERT(same(a.rows[r][c], b.rows[r][c]));
}

void expect_same(const Series& a, const Series& b) {
  RC_ASSERT(a.name == b.name);
  RC_ASSERT(a.group == b.group);
  RC_ASSERT(a.mark == b.mark);
  RC_ASSERT(a.dashed == b.dashed);
  RC_ASSERT(same(a.x, b.x));
  RC_ASSERT(same(a.y, b.y));
  RC_ASSERT(same(a.lower, b.lower));
  RC_ASSERT(same(a.upper, b.upper));
}

void expect_same(const Axis& a, const Axis& b) {
  RC_ASSERT(a.label == b.label);
  RC_ASSERT(a.logarithmic == b.logarithmic);
  RC_ASSERT(a.categories == b.categories);
}

void expect_same(const Figure& a, const Figure& b) {
  RC_ASSERT(a.name == b.name);
  RC_ASSERT(a.title == b.title);
  RC_ASSERT(a.notes == b.notes);
  RC_ASSERT(a.equal_scales == b.equal_scales);
  expect_same(a.x, b.x);
  expect_same(a.y, b.y);
  RC_ASSERT(a.series.size() == b.series.size());
  for (std::size_t i = 0; i < a.series.size(); ++i) expect_same(a.series[i], b.series[i]);
}

void expect_same(const ImageGrid& a, const ImageGrid& b) {
  RC_ASSERT(a.name == b.name);
  RC_ASSERT(a.title == b.title);
  RC_ASSERT(a.width == b.width);
  RC_ASSERT(a.height == b.height);
  RC_ASSERT(a.columns == b.columns);
  RC_ASSERT(a.images == b.images);
  RC_ASSERT(a.notes == b.notes);
}

RC_GTEST_PROP(ReportFromJson, GivesBackWhatWasWritten, ()) {
  const Report report = any_report();
  const std::string json = report_json(report);
  const Report back = report_from_json(json, "r.json");
  RC_ASSERT(back.command == report.command);
  RC_ASSERT(back.version == report.version);
  RC_ASSERT(back.options == report.options);
  RC_ASSERT(back.data.size() == report.data.size());
  RC_ASSERT(back.tables.size() == report.tables.size());
  for (std::size_t i = 0; i < report.tables.size(); ++i)
    expect_same(back.tables[i], report.tables[i]);
  RC_ASSERT(back.figures.size() == report.figures.size());
  for (std::size_t i = 0; i < report.figures.size(); ++i)
    expect_same(back.figures[i], report.figures[i]);
  RC_ASSERT(back.images.size() == report.images.size());
  for (std::size_t i = 0; i < report.images.size(); ++i)
    expect_same(back.images[i], report.images[i]);
  RC_ASSERT(report_json(back) == json);
}

TEST(ReportFromJson, KeepsOptionsAsTheyAreWritten) {
  const Report report{.options = {{"alpha", std::string("-inf")},
                                  {"seed", std::uint64_t{18446744073709551615U}},
                                  {"rate", 0.5},
                                  {"draws", std::int64_t{-5}},
                                  {"quiet", true}}};
  EXPECT_EQ(report_from_json(report_json(report), "r.json").options, report.options);
}

TEST(ReportFromJson, ReadsResultsOfTheFirstVersionWhichHadTablesOnly) {
  const Report report = report_from_json(
      R"({"renyi":"0.1.0","command":"bound","options":{},"tables":{"t":{"title":"","columns":["a"],"rows":[[1]],"notes":[]}}})",
      "r.json");
  EXPECT_EQ(report.tables[0].rows[0][0], Cell(std::int64_t{1}));
}

std::string refusal(const std::string& text) {
  try {
    report_from_json(text, "r.json");
  } catch (const DataError& error) {
    return error.what();
  }
  return "";
}

TEST(ReportFromJson, NamesWhatIsWrong) {
  EXPECT_EQ(refusal("[]"),
            "r.json: expected an object with renyi, command, options, data, tables, figures, "
            "images, found a list of 0");
  EXPECT_EQ(
      refusal(
          R"({"renyi":"0","command":"","options":{},"tables":{"t":{"title":"","columns":["a"],"rows":[[1,2]],"notes":[]}}})"),
      "r.json: tables.t.rows[0]: expected a cell for each of 1 columns, found a list of 2");
  EXPECT_EQ(refusal(R"({"renyi":"0","command":"","options":{"a":[]},"tables":{}})"),
            "r.json: options.a: expected true, false, a number or a text, found a list of 0");
}

// The JSON with one value, found by its path, replaced by another.
std::string damaged(const std::string& path, const ordered_json& value) {
  auto json = ordered_json::parse(report_json(example_report()));
  json[ordered_json::json_pointer(path)] = value;
  return refusal(json.dump());
}

TEST(ReportFromJson, RefusesFiguresThatDoNotFitTogether) {
  EXPECT_NE(damaged("/figures/bands/series/0/x/0", "x"), "");
  EXPECT_NE(damaged("/figures/bands/series/0/y", ordered_json::array()), "");
  EXPECT_NE(damaged("/figures/bands/series/0/lower", ordered_json::array({1.0})), "");
  EXPECT_NE(damaged("/figures/bands/series/0/mark", "star"), "");
  EXPECT_NE(damaged("/figures/bands/x", nullptr), "");
}

TEST(ReportFromJson, TrustsNoSizeThatAnImageClaims) {
  for (const auto side : {0, -1, 4, 6, 16384, 2000000000}) {
    EXPECT_NE(damaged("/images/samples/width", side), "") << side;
    EXPECT_NE(damaged("/images/samples/height", side == 4 ? 2 : side), "") << side;
  }
  EXPECT_NE(damaged("/images/samples/png/0", "AAAA"), "");
  EXPECT_NE(damaged("/images/samples/png/0", "not base64"), "");
  EXPECT_NE(damaged("/images/samples/png/0", ""), "");
}

TEST(ReportFromJson, RefusesEveryTruncation) {
  const std::string json = report_json_compact(example_report());
  for (std::size_t length = 0; length < json.size(); length += 7)
    EXPECT_NE(refusal(json.substr(0, length)), "") << length;
}

TEST(ReadReport, ReadsAFile) {
  const TemporaryFolder folder;
  const auto file = folder.file("r.json", report_json(example_report()));
  EXPECT_EQ(report_json(read_report(file)), report_json(example_report()));
  EXPECT_THROW(read_report(folder.path("none.json")), DataError);
}

}  // namespace
}  // namespace renyi::json_reader_test
