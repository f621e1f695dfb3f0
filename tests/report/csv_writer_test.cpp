#include "renyi/report/csv_writer.hpp"

#include <gtest/gtest.h>

#include "renyi/core/version.hpp"
#include "tests/report/example_report.hpp"

namespace renyi::csv_writer_test {
namespace {

using namespace testing;  // the examples

TEST(ReportCsv, CarriesOptionsAndEveryDigit) {
  const Report report{
      .command = "bound",
      .options = {{"alpha", std::string("-inf,0")}, {"seed", std::uint64_t{3}}, {"quiet", false}},
      .data = {{.path = "w.csv", .fingerprint = "0123abcd", .rows = 400}},
      .tables = {example_table()}};
  EXPECT_EQ(report_csv(report), "# renyi " + std::string(version) +
                                    "\n"
                                    "# command = bound\n"
                                    "# alpha = -inf,0\n"
                                    "# seed = 3\n"
                                    "# quiet = false\n"
                                    "# data = w.csv (400 rows, 0123abcd)\n"
                                    "# table = bounds\n"
                                    "name,value,count\n"
                                    "L,0.30000000000000004,7\n"
                                    "\"say \"\"a,b\"\"\",-inf,na\n"
                                    "Rényi,NaN,-1\n"
                                    "up,inf,0\n");
}

TEST(ReportCsv, HasABlockATableFigureAndGridOfImages) {
  const Report report = example_report();
  const std::string text = report_csv(report);
  for (const auto& table : report.tables)
    EXPECT_NE(text.find("# table = " + table.name + "\n" + table_csv(table)), std::string::npos);
  for (const auto& figure : report.figures)
    EXPECT_NE(text.find("# figure = " + figure.name + "\n" + figure_csv(figure)),
              std::string::npos);
  for (const auto& grid : report.images)
    EXPECT_NE(text.find("# images = " + grid.name + "\n" + images_csv(grid)), std::string::npos);
}

TEST(ReportCsv, KeepsACommentOnItsLine) {
  const Report report{.options = {{"weights", std::string("a\nb\r# table = c")}}};
  EXPECT_TRUE(report_csv(report).ends_with("# weights = a b # table = c\n"));
}

TEST(FigureCsv, HasALineAPointAndRangesWhereASeriesHasThem) {
  Figure figure{.series = {{.name = "a,b", .x = {1.0, 0.1}, .y = {2.0, NAN}}}};
  EXPECT_EQ(figure_csv(figure), "series,x,y\n\"a,b\",1,2\n\"a,b\",0.1,NaN\n");
  figure.series.push_back(
      {.name = "c", .x = {1.0}, .y = {2.0}, .lower = {1.5}, .upper = {INFINITY}});
  EXPECT_EQ(figure_csv(figure),
            "series,x,y,lower,upper\n\"a,b\",1,2,na,na\n\"a,b\",0.1,NaN,na,na\nc,1,2,1.5,inf\n");
}

TEST(FigureCsv, NamesCategories) {
  const Figure figure{.x = {.categories = {"p", "q"}},
                      .series = {{.name = "s", .x = {1.0, 0.5, -1.0, 2.0}, .y = {3, 3, 3, 3}}}};
  EXPECT_EQ(figure_csv(figure), "series,x,y\ns,q,3\ns,0.5,3\ns,-1,3\ns,2,3\n");
}

TEST(ImagesCsv, HasALineARowOfPixels) {
  const ImageGrid grid{.width = 2, .height = 1, .images = {{0, 255}, {7, 8}}};
  EXPECT_EQ(images_csv(grid), "image,row,0,1\n0,0,0,255\n1,0,7,8\n");
}

}  // namespace
}  // namespace renyi::csv_writer_test
