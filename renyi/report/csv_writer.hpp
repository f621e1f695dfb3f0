// A report as CSV: comment lines on the run, then a block a table, figure and grid of images.
#pragma once

#include <string>

#include "renyi/report/report.hpp"

namespace renyi {

// Lines "# name = value" with version, command, options and data; each block behind a line
// "# table = name", "# figure = name" or "# images = name".
std::string report_csv(const Report& report);

// One block. A figure has a line a point: series, x, y, and lower and upper where a series has
// them; a categorical axis gives names. Images have a line a row of pixels.
std::string table_csv(const Table& table);
std::string figure_csv(const Figure& figure);
std::string images_csv(const ImageGrid& grid);

}  // namespace renyi
