// The page as a browser shows it: every figure draws its series, every table is the report's, every
// download its CSV, and nothing is asked of the network.
#include "tests/page/browser.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "renyi/report/cell_text.hpp"
#include "renyi/report/csv_writer.hpp"
#include "renyi/report/json_reader.hpp"
#include "renyi/report/json_writer.hpp"
#include "renyi/report/page.hpp"
#include "tests/report/example_report.hpp"

namespace renyi::browser_test {
namespace {

using nlohmann::json;
using testing::contents;

const std::string bad_text = "</script><b>\"bold\"</b> & <!-- {{title}} '";

// Every kind of figure and cell, names that are markup, and numbers that are hard to print.
Report report_to_show() {
  Report report = testing::example_report();
  report.tables.insert(
      report.tables.begin(),
      Table{.name = "scores", .title = "Scores", .columns = {"rmse"}, .rows = {{0.5}}});
  report.tables.push_back({.name = bad_text,
                           .title = bad_text,
                           .columns = {bad_text, "x", "count"},
                           .notes = {bad_text}});
  for (const double x : {0.0, -0.0, 1e-5, 1.25e-4, 123456.7, 1234567.0, 1e15, 1e16, -1e300, 5e-324,
                         0.1 + 0.2, 1.0 / 3.0, 100.0, 1e22, -2.5e-10})
    report.tables.back().rows.push_back({bad_text, x, std::int64_t{9007199254740993}});
  report.figures[0].title = report.figures[0].x.label = bad_text;
  report.figures[0].series[0].name = bad_text;
  return report;
}

std::string with_script(std::string page, const std::string& before, const std::string& file) {
  const std::string script =
      "<script>\n" + contents(RENYI_SOURCE_DIR "/tests/page/" + file) + "</script>\n";
  return page.insert(page.rfind(before), script);
}

std::string decoded(const std::string& text) {
  std::string bytes;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '%') {
      bytes += text[i];
    } else {
      bytes += static_cast<char>(std::stoi(text.substr(i + 1, 2), nullptr, 16));
      i += 2;
    }
  }
  return bytes;
}

// What tests/page/after.js saw.
json seen_in(const std::string& document) {
  const auto begin = document.rfind("SAW");
  const auto end = document.rfind("END");
  if (begin == std::string::npos || end == std::string::npos || end < begin)
    return {{"errors", {"the page was not looked at:\n" + document.substr(0, 2000)}}};
  return json::parse(decoded(document.substr(begin + 3, end - begin - 3)));
}

// One start of the browser serves all tests.
class Page : public ::testing::Test {
 protected:
  static void SetUpTestSuite() {
    if (!testing::has_browser()) return;
    report = report_to_show();
    std::string page = with_script(report_page(report), "</body>", "after.js");
    const auto head = page.find("<link rel=\"icon\"");
    page.insert(head,
                "<script>\n" + contents(RENYI_SOURCE_DIR "/tests/page/before.js") + "</script>\n");
    seen = testing::visit(page);
    saw = seen_in(seen.document);
  }
  void SetUp() override {
    if (!testing::has_browser()) GTEST_SKIP() << "chromium is not installed";
    ASSERT_NE(seen.document, "") << "chromium is installed, but does not come up";
    ASSERT_EQ(saw.value("errors", json::array()), json::array());
  }

  static inline Report report;
  static inline testing::Visit seen;
  static inline json saw;
};

TEST_F(Page, HasNoErrors) {
  EXPECT_TRUE(seen.complaints.empty()) << fmt::format("{}", fmt::join(seen.complaints, "\n"));
}

TEST_F(Page, AsksNothingOfTheNetwork) {
  EXPECT_EQ(saw["requests"], json::array());
  EXPECT_EQ(seen.requests, std::vector<std::string>{});
}

bool has_a_point(const Series& series) {
  for (std::size_t i = 0; i < series.x.size(); ++i)
    if (std::isfinite(series.x[i]) && std::isfinite(series.y[i])) return true;
  return false;
}

TEST_F(Page, DrawsEverySeriesInBothThemes) {
  EXPECT_NE(saw["themes"][0], saw["themes"][1]);
  for (const char* theme : {"figures", "other"}) {
    ASSERT_EQ(saw[theme].size(), report.figures.size());
    for (std::size_t f = 0; f < report.figures.size(); ++f) {
      const json& figure = saw[theme][f];
      EXPECT_EQ(figure["name"], report.figures[f].name);
      ASSERT_EQ(figure["ink"].size(), report.figures[f].series.size());
      for (std::size_t s = 0; s < figure["ink"].size(); ++s) {
        EXPECT_EQ(figure["ink"][s]["label"], report.figures[f].series[s].name);
        EXPECT_TRUE(has_a_point(report.figures[f].series[s]));
        EXPECT_GT(figure["ink"][s]["pixels"], 20) << report.figures[f].name << " " << s;
      }
    }
  }
}

TEST_F(Page, GivesAGroupOneEntryOfTheLegend) {
  EXPECT_EQ(saw["figures"][0]["legend"], (json{"g", "exact"}));
  EXPECT_EQ(saw["figures"][2]["legend"], (json{"VI", "VR-max"}));
}

TEST_F(Page, MakesUnitsOfEqualScalesEquallyLong) {
  for (std::size_t f = 0; f < report.figures.size(); ++f) {
    if (!report.figures[f].equal_scales) continue;
    const double x = saw["figures"][f]["units"][0];
    const double y = saw["figures"][f]["units"][1];
    EXPECT_NEAR(x / y, 1.0, 0.01);
  }
}

TEST_F(Page, ShowsEveryCellOfEveryTable) {
  ASSERT_EQ(saw["tables"].size(), report.tables.size());
  for (std::size_t t = 0; t < report.tables.size(); ++t) {
    const Table& table = report.tables[t];
    const json& shown = saw["tables"][t];
    EXPECT_EQ(shown["name"], table.name);
    EXPECT_EQ(shown["title"], table.title);
    EXPECT_EQ(shown["columns"], json(table.columns));
    EXPECT_EQ(shown["notes"], json(table.notes));
    ASSERT_EQ(shown["shown"].size(), table.rows.size());
    for (std::size_t r = 0; r < table.rows.size(); ++r)
      for (std::size_t c = 0; c < table.columns.size(); ++c) {
        EXPECT_EQ(shown["shown"][r][c], cell_text(table.rows[r][c], Digits::six));
        EXPECT_EQ(shown["full"][r][c], cell_text(table.rows[r][c], Digits::all));
      }
  }
}

TEST_F(Page, ShowsTheTableThatSumsItUpBeforeTheFigures) {
  std::vector<std::string> expected = {"scores"};
  for (const auto& figure : report.figures) expected.push_back(figure.name);
  for (std::size_t t = 1; t < report.tables.size(); ++t) expected.push_back(report.tables[t].name);
  EXPECT_EQ(saw["order"], json(expected));
}

TEST_F(Page, DownloadsTheWholeResultAndTheCsvOfFiguresAndTables) {
  std::vector<std::string> expected = {table_csv(report.tables[0])};
  for (const auto& figure : report.figures) expected.push_back(figure_csv(figure));
  for (std::size_t t = 1; t < report.tables.size(); ++t)
    expected.push_back(table_csv(report.tables[t]));
  const auto downloads = saw["downloads"].get<std::vector<std::string>>();
  ASSERT_EQ(downloads.size(), 1 + expected.size());
  EXPECT_EQ(report_json(report_from_json(downloads[0], "download")), report_json(report));
  for (std::size_t i = 0; i < expected.size(); ++i) EXPECT_EQ(downloads[i + 1], expected[i]);
}

TEST_F(Page, ShowsEveryImage) { EXPECT_EQ(saw["images"], (json{{5, 3}, {5, 3}, {5, 3}})); }

TEST_F(Page, SaysHowItWasMade) {
  const json made = {{"command", "renyi reproduce all"},
                     {"version", report.version},
                     {"alpha", "-inf,0"},
                     {"seed", "18446744073709551615"},
                     {"quiet", "false"},
                     {"file", "data/b.csv"},
                     {"rows", "506"},
                     {"fingerprint", "0123abcd"}};
  json pairs = json::array();
  for (const char* key :
       {"command", "version", "alpha", "seed", "quiet", "file", "rows", "fingerprint"})
    pairs.push_back({key, made[key]});
  EXPECT_EQ(saw["made"], pairs);
}

TEST_F(Page, FitsANarrowScreen) { EXPECT_LE(saw["overflow"], 0); }

// The checks above can fail: a page that asks, complains and throws is found out.
TEST_F(Page, IsSeenToFailWhereItDoes) {
  const auto faulty = testing::visit(
      "<body><img src=\"http://renyi.invalid/x.png\"><script>console.error('bad')</script></body>");
  EXPECT_EQ(
      std::count(faulty.requests.begin(), faulty.requests.end(), "http://renyi.invalid/x.png"), 1);
  EXPECT_FALSE(faulty.complaints.empty());
}

}  // namespace
}  // namespace renyi::browser_test
