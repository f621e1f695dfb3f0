// What is remembered of a table with one feature of mean 10 and scale 2, and a target of mean 100
// and scale 5.
#pragma once

#include "renyi/data/table_encoding.hpp"

namespace renyi::testing {

inline TableEncoding example_encoding() {
  return {.header = true,
          .table_columns = 2,
          .features = {{.name = "x", .position = 0}},
          .target = {.name = "y", .position = 1},
          .means = Vector{{10}},
          .scales = Vector{{2}},
          .fills = Vector{{10}},
          .target_mean = 100.0,
          .target_scale = 5.0};
}

}  // namespace renyi::testing
