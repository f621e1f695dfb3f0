#include "renyi/bound/log_weights.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include "renyi/core/error.hpp"
#include "renyi/core/log_space.hpp"

namespace renyi::log_weights_test {
namespace {

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
}  // namespace renyi::log_weights_test
