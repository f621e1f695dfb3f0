// The layers of an auto-encoder as the paper writes them: "d200-d200-s50" is two deterministic
// layers of 200 units and a stochastic one of 50 between data and prior. What they compute is
// vae_networks.hpp's.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "renyi/core/matrix.hpp"

namespace renyi {

// A Gaussian layer, and the deterministic layers that lead to it from the one before. The decoder
// has them the other way round.
struct StochasticLayer {
  std::vector<Index> hidden = {};
  Index size = 1;
  friend bool operator==(const StochasticLayer&, const StochasticLayer&) = default;
};

struct VaeArchitecture {
  std::vector<StochasticLayer> layers = {};  // from the data upwards
  friend bool operator==(const VaeArchitecture&, const VaeArchitecture&) = default;
};

// Throws UsageError that points at the part that is wrong.
VaeArchitecture parse_architecture(std::string_view text);
std::string to_string(const VaeArchitecture& architecture);

}  // namespace renyi
