// Everything that the library offers, for programs that do not care to choose.
#pragma once

#include "renyi/bound/alpha.hpp"            // IWYU pragma: export
#include "renyi/bound/diagnostics.hpp"      // IWYU pragma: export
#include "renyi/bound/divergence.hpp"       // IWYU pragma: export
#include "renyi/bound/estimate.hpp"         // IWYU pragma: export
#include "renyi/bound/estimator.hpp"        // IWYU pragma: export
#include "renyi/bound/gaussian_oracle.hpp"  // IWYU pragma: export
#include "renyi/bound/pareto.hpp"           // IWYU pragma: export
#include "renyi/bound/pick.hpp"             // IWYU pragma: export
#include "renyi/bound/renyi_bound.hpp"      // IWYU pragma: export
#include "renyi/bound/surface.hpp"          // IWYU pragma: export
#include "renyi/core/error.hpp"             // IWYU pragma: export
#include "renyi/core/gradient_check.hpp"    // IWYU pragma: export
#include "renyi/core/log_space.hpp"         // IWYU pragma: export
#include "renyi/core/matmul.hpp"            // IWYU pragma: export
#include "renyi/core/matrix.hpp"            // IWYU pragma: export
#include "renyi/core/parallel.hpp"          // IWYU pragma: export
#include "renyi/core/random.hpp"            // IWYU pragma: export
#include "renyi/core/safetensors.hpp"       // IWYU pragma: export
#include "renyi/core/tensor.hpp"            // IWYU pragma: export
#include "renyi/core/vector_math.hpp"       // IWYU pragma: export
#include "renyi/core/version.hpp"           // IWYU pragma: export
#include "renyi/data/data_folder.hpp"       // IWYU pragma: export
#include "renyi/data/data_table.hpp"        // IWYU pragma: export
#include "renyi/data/encoding_file.hpp"     // IWYU pragma: export
#include "renyi/data/match_columns.hpp"     // IWYU pragma: export
#include "renyi/data/npy.hpp"               // IWYU pragma: export
#include "renyi/data/numeric_matrix.hpp"    // IWYU pragma: export
#include "renyi/data/table_encoding.hpp"    // IWYU pragma: export
#include "renyi/report/cells.hpp"           // IWYU pragma: export
#include "renyi/report/figure.hpp"          // IWYU pragma: export
#include "renyi/report/format.hpp"          // IWYU pragma: export
#include "renyi/report/json_reader.hpp"     // IWYU pragma: export
#include "renyi/report/page.hpp"            // IWYU pragma: export
#include "renyi/report/report.hpp"          // IWYU pragma: export
