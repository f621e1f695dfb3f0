// What can be said of a page without a browser; tests/page looks at it with one.
#include "renyi/report/page.hpp"

#include <gtest/gtest.h>

#include <regex>

#include "renyi/report/json_reader.hpp"
#include "renyi/report/json_writer.hpp"
#include "tests/report/example_report.hpp"

namespace renyi::page_test {
namespace {

std::string between(const std::string& text, const std::string& begin, const std::string& end) {
  const auto from = text.find(begin) + begin.size();
  return text.substr(from, text.find(end, from) - from);
}

TEST(ReportPage, CarriesTheWholeResult) {
  const Report report = testing::example_report();
  const std::string json =
      between(report_page(report), "<script type=\"application/json\" id=\"result\">", "</script>");
  EXPECT_EQ(report_json(report_from_json(json, "page")), report_json(report));
}

TEST(ReportPage, ReadsNothingInNamesAsMarkup) {
  const std::string bad = "</script><script>alert(1)</script><!-- {{script}} &amp; <b>";
  Report report = testing::example_report();
  report.command = bad;
  report.tables[0].title = report.tables[0].columns[0] = bad;
  report.figures[0].series[0].name = bad;
  const std::string page = report_page(report);
  EXPECT_EQ(page.find("<script>alert"), std::string::npos);
  EXPECT_EQ(page.find("<b>"), std::string::npos);
  const std::string json =
      between(page, "<script type=\"application/json\" id=\"result\">", "</script>");
  EXPECT_EQ(report_from_json(json, "page").tables[0].title, bad);
}

TEST(ReportPage, HasEveryPartAndNamesNoOtherFile) {
  const std::string page = report_page(testing::example_report());
  EXPECT_NE(page.find("Chart.js v3"), std::string::npos);
  EXPECT_TRUE(page.ends_with("</html>\n"));
  EXPECT_EQ(page, report_page(testing::example_report()));
  const std::regex reference(R"re(<[a-z]+ [^>]*(src|href)="([^"]*)")re");
  for (std::sregex_iterator match(page.begin(), page.end(), reference), end; match != end; ++match)
    EXPECT_EQ((*match)[2], "data:,") << match->str();
}

}  // namespace
}  // namespace renyi::page_test
