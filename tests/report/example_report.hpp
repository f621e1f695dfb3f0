// Reports for the tests: one with everything in it, and random ones.
#pragma once

#include <rapidcheck.h>

#include <cmath>
#include <string>
#include <vector>

#include "renyi/report/report.hpp"

namespace renyi::testing {

// A table of every kind of cell.
inline Table example_table() {
  return {.name = "bounds",
          .title = "Bounds",
          .columns = {"name", "value", "count"},
          .rows = {{std::string("L"), 0.1 + 0.2, std::int64_t{7}},
                   {std::string("say \"a,b\""), -INFINITY, NotAvailable{}},
                   {std::string("Rényi"), std::nan(""), std::int64_t{-1}},
                   {std::string("up"), INFINITY, std::int64_t{0}}},
          .notes = {"A note."}};
}

inline ImageGrid example_images() {
  ImageGrid grid{.name = "samples",
                 .title = "Samples",
                 .width = 5,
                 .height = 3,
                 .columns = 2,
                 .notes = {"Drawn."}};
  for (int i = 0; i < 3; ++i) {
    auto& image = grid.images.emplace_back();
    for (int p = 0; p < 15; ++p) image.push_back(static_cast<std::uint8_t>(i * 80 + p * 3));
  }
  return grid;
}

// Figures of every mark, on every kind of axis, with gaps and references.
inline std::vector<Figure> example_figures() {
  const std::vector<double> x = {1.0, 2.0, 3.0, 4.0, 5.0, 6.0};
  const std::vector<double> y = {1.0, 10.0, NAN, 50.0, INFINITY, 200.0};
  const std::vector<double> low = {0.5, 8.0, NAN, 30.0, -INFINITY, 100.0};
  const std::vector<double> high = {2.0, 14.0, NAN, 80.0, INFINITY, 400.0};
  Figure bands{.name = "bands", .title = "A band and points", .x = {.label = "x"}};
  bands.series = {{.name = "line", .group = "g", .x = x, .y = y, .lower = low, .upper = high},
                  {.name = "points",
                   .group = "g",
                   .mark = Mark::points,
                   .x = x,
                   .y = high,
                   .lower = low,
                   .upper = high},
                  {.name = "exact", .x = {1.0, 6.0}, .y = {0.0, 300.0}, .dashed = true}};
  Figure logs = bands;
  logs.name = "logs";
  logs.x.logarithmic = logs.y.logarithmic = true;
  Figure bars{.name = "bars",
              .x = {.label = "dataset", .categories = {"boston", "wine, red", "\"yacht\""}},
              .y = {.label = "RMSE"}};
  bars.series = {{.name = "VI", .mark = Mark::bars, .x = {0, 1, 2}, .y = {3.0, 1.0, 2.0}},
                 {.name = "VR-max",
                  .mark = Mark::bars,
                  .x = {0, 1, 2},
                  .y = {2.5, -1.0, NAN},
                  .lower = {2.0, -1.5, NAN},
                  .upper = {3.0, -0.5, NAN}}};
  Figure rows{.name = "rows", .y = {.categories = {"a", "b"}}};
  rows.series = {{.name = "c", .mark = Mark::line_and_points, .x = {0.5, -0.5}, .y = {0, 1}}};
  Figure histogram{.name = "histogram"};
  histogram.series = {{.mark = Mark::bars, .x = {0.5, 1.5, 2.5}, .y = {4, 9, 2}}};
  Figure contours{.name = "contours", .equal_scales = true};
  contours.series = {ellipse("exact", 0, 0, 1.0, 0.6, 1.0), ellipse("VI", 0, 0, 0.6, 0.0, 0.6)};
  contours.series[0].dashed = true;
  return {bands, logs, bars, rows, histogram, contours};
}

inline Report example_report() {
  return {.command = "reproduce all",
          .options = {{"alpha", std::string("-inf,0")},
                      {"seed", std::uint64_t{18446744073709551615U}},
                      {"quiet", false}},
          .data = {{.path = "data/b.csv", .fingerprint = "0123abcd", .rows = 506}},
          .tables = {example_table()},
          .figures = example_figures(),
          .images = {example_images()}};
}

// Any double, with more of the odd ones.
inline rc::Gen<double> any_number() {
  return rc::gen::oneOf(rc::gen::arbitrary<double>(),
                        rc::gen::element(0.0, -0.0, 0.1, 1e300, 5e-324, -1.0, INFINITY, -INFINITY,
                                         static_cast<double>(NAN), 1e15, 1e16, 123456.5));
}

inline std::vector<double> any_numbers(std::size_t count) {
  return *rc::gen::container<std::vector<double>>(count, any_number());
}

inline std::string any_text() {
  const auto letter = rc::gen::element<std::string>(
      "a", "K", " ", ",", "\"", "\n", "<", "</script>", "é", "&", "\\", "\t", "-", "0", "\x7f");
  std::string text = "t";  // spells no number
  for (const auto& part : *rc::gen::container<std::vector<std::string>>(letter)) text += part;
  return text;
}

inline Cell any_cell() {
  switch (*rc::gen::inRange(0, 4)) {
    case 0:
      return NotAvailable{};
    case 1:
      return *any_number();
    case 2:
      return *rc::gen::arbitrary<std::int64_t>();
    default:
      return any_text();
  }
}

inline Table any_table(const std::string& name) {
  Table table{.name = name, .title = any_text(), .notes = {any_text()}};
  const auto columns = *rc::gen::inRange(0, 4);
  for (int c = 0; c < columns; ++c) table.columns.push_back(any_text());
  const auto rows = *rc::gen::inRange(0, 4);
  for (int r = 0; r < rows; ++r) {
    auto& row = table.rows.emplace_back();
    for (int c = 0; c < columns; ++c) row.push_back(any_cell());
  }
  return table;
}

inline Series any_series() {
  const auto count = *rc::gen::inRange<std::size_t>(0, 5);
  Series series{.name = any_text(),
                .group = any_text(),
                .mark = static_cast<Mark>(*rc::gen::inRange(0, 5)),
                .x = any_numbers(count),
                .y = any_numbers(count),
                .dashed = *rc::gen::arbitrary<bool>()};
  if (*rc::gen::arbitrary<bool>()) series.lower = any_numbers(count);
  if (*rc::gen::arbitrary<bool>()) series.upper = any_numbers(count);
  return series;
}

inline Figure any_figure(const std::string& name) {
  Figure figure{.name = name,
                .title = any_text(),
                .x = {.label = any_text(), .categories = {any_text(), any_text()}},
                .y = {.logarithmic = *rc::gen::arbitrary<bool>()},
                .notes = {any_text()},
                .equal_scales = *rc::gen::arbitrary<bool>()};
  const auto count = *rc::gen::inRange(0, 4);
  for (int i = 0; i < count; ++i) figure.series.push_back(any_series());
  return figure;
}

inline ImageGrid any_images(const std::string& name) {
  const auto width = *rc::gen::inRange<std::int64_t>(1, 9);
  const auto height = *rc::gen::inRange<std::int64_t>(1, 9);
  ImageGrid grid{.name = name,
                 .title = any_text(),
                 .width = width,
                 .height = height,
                 .columns = *rc::gen::inRange<std::int64_t>(1, 5)};
  const auto count = *rc::gen::inRange(0, 3);
  for (int i = 0; i < count; ++i)
    grid.images.push_back(*rc::gen::container<std::vector<std::uint8_t>>(
        static_cast<std::size_t>(width * height), rc::gen::arbitrary<std::uint8_t>()));
  return grid;
}

inline Report any_report() {
  Report report{.command = any_text(),
                .options = {{"a", any_text()}, {"b", *rc::gen::arbitrary<std::int64_t>()}},
                .tables = {any_table("t"), any_table("u")},
                .figures = {any_figure("f"), any_figure("g")},
                .images = {any_images("i")},
                .version = any_text()};
  if (*rc::gen::arbitrary<bool>())
    report.data = {{any_text(), any_text(), *rc::gen::arbitrary<std::int64_t>()}};
  return report;
}

}  // namespace renyi::testing
