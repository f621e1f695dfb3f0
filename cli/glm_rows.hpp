// The rows of a table that a regression of two classes or of counts needs in this process, as
// numbers. What is fitted to them is glm_flags.hpp's.
#pragma once

#include "cli/glm_flags.hpp"

namespace renyi::cli {

struct GlmRows {
  TableEncoding encoding = {};
  GlmProblem problem = {};  // of the rows here
  Index rows = 0;           // in all processes
  DataSource source = {};
};

// In memory at any time: the table, or with flags.stream the rows here and a window of the others.
// Every process looks at all targets, so that all refuse a table that one of them would. DataError
// for targets that the family does not have.
GlmRows read_glm_rows(GlmFamily family, GlmFlags flags, const Communicator* others);

}  // namespace renyi::cli
