#include <cmath>
#include <cstdio>
#include <renyi/renyi.hpp>

// Matrices are allocated here and freed there: both sides must agree on how, whatever the flags.
static_assert(EIGEN_MAX_ALIGN_BYTES == 16 && EIGEN_MALLOC_ALREADY_ALIGNED == 1);

// The bound of two draws of weight 1 and 3 at alpha = 0 is the log of their mean, log 2.
int main() {
  renyi::Matrix log_weights(2, 1);
  log_weights << 0.0, std::log(3.0);
  const double value = renyi::renyi_bound(renyi::Alpha::iwae(), log_weights).values(0);
  std::printf("renyi %s: %.15f\n", renyi::version, value);
  return std::abs(value - std::log(2.0)) < 1e-15 ? 0 : 1;
}
