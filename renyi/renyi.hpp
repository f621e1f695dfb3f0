// Everything that the library offers, for programs that do not care to choose.
#pragma once

#include "renyi/bound/alpha.hpp"             // IWYU pragma: export
#include "renyi/bound/estimate.hpp"          // IWYU pragma: export
#include "renyi/bound/estimator.hpp"         // IWYU pragma: export
#include "renyi/bound/pick.hpp"              // IWYU pragma: export
#include "renyi/bound/renyi_bound.hpp"       // IWYU pragma: export
#include "renyi/core/error.hpp"              // IWYU pragma: export
#include "renyi/core/log_space.hpp"          // IWYU pragma: export
#include "renyi/core/matrix.hpp"             // IWYU pragma: export
#include "renyi/core/random.hpp"             // IWYU pragma: export
#include "renyi/core/version.hpp"            // IWYU pragma: export
#include "renyi/report/format.hpp"           // IWYU pragma: export
