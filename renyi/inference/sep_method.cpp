#include "renyi/inference/sep_method.hpp"

#include "renyi/core/error.hpp"

namespace renyi {
namespace {

UsageError cannot_share() {
  return UsageError("moments: expected quadrature with several processes");
}

}  // namespace

void SepMethod::write_factors(std::span<double> /*out*/) const { throw cannot_share(); }

void SepMethod::set_others(std::span<const double> /*factors*/) { throw cannot_share(); }

}  // namespace renyi
