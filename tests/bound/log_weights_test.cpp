#include "renyi/bound/log_weights.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "renyi/core/error.hpp"

namespace renyi {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

TEST(RequireLogWeights, AcceptsNumbersAndWeightsOfZero) {
  EXPECT_NO_THROW(require_log_weights(std::vector{0.0, -infinity, 1.7e308, -1.7e308}));
  EXPECT_NO_THROW(require_log_weights({}));
}

TEST(RequireLogWeights, NamesTheFirstThatIsNone) {
  for (const double wrong : {std::nan(""), infinity}) {
    try {
      require_log_weights(std::vector{0.0, 1.0, wrong, wrong}, 4);
      FAIL() << "accepted " << wrong;
    } catch (const NumericalError& error) {
      EXPECT_TRUE(
          std::string(error.what())
              .starts_with("log-weight of draw 3 in column 5: expected a number or -inf, found "));
    }
  }
}

}  // namespace
}  // namespace renyi
