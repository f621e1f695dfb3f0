// Figures as data: what is drawn, not how. The page draws every figure with one piece of code; its
// numbers go to JSON and CSV as they are.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "renyi/core/named_enum.hpp"

namespace renyi {

// `contour` is a closed curve given by its points, as an ellipse is; `bars` stand on zero.
enum class Mark : std::uint8_t { line, points, line_and_points, bars, contour };

template <>
struct EnumNames<Mark> {
  static constexpr std::string_view what = "mark";
  static constexpr std::array<std::string_view, 5> names = {"line", "points", "line_and_points",
                                                            "bars", "contour"};
};

// One curve or cloud: a mark at each (x, y). With lower and upper, both as long as y, lines get a
// band, all else error bars. A value that is not finite leaves a gap.
struct Series {
  std::string name = {};  // for the legend
  // Series of one group share a colour and an entry of the legend, as the simulated points and the
  // exact curve of one K do; empty for a series by itself.
  std::string group = {};
  Mark mark = Mark::line;
  std::vector<double> x = {};
  std::vector<double> y = {};
  std::vector<double> lower = {};
  std::vector<double> upper = {};
  bool dashed = false;  // for a reference: the paper's value, the exact answer
};

struct Axis {
  std::string label = {};
  bool logarithmic = false;
  // Names of the positions 0, 1, 2 ... instead of numbers; empty for a numeric axis.
  std::vector<std::string> categories = {};
};

struct Figure {
  std::string name = {};   // short, for JSON, CSV and the file's name: "bound"
  std::string title = {};  // one line, for people
  Axis x = {};
  Axis y = {};
  std::vector<Series> series = {};
  std::vector<std::string> notes = {};
  bool equal_scales = false;  // one unit of x is as long as one of y: circles look like circles
};

// Grey images of one size, row after row of pixels, 0 black and 255 white.
struct ImageGrid {
  std::string name = {};
  std::string title = {};
  std::int64_t width = 0;
  std::int64_t height = 0;
  std::int64_t columns = 0;  // images beside each other
  std::vector<std::vector<std::uint8_t>> images = {};
  std::vector<std::string> notes = {};
};

// Points of the ellipse (x - mean)' covariance^-1 (x - mean) = radius^2, for Mark::contour;
// variance_xy is the covariance of the two coordinates.
Series ellipse(std::string name, double mean_x, double mean_y, double variance_x,
               double variance_xy, double variance_y, double radius = 1.0);

}  // namespace renyi
