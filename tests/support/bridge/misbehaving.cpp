// One number x ~ N(0, 1), and misbehaviour where x says so: below -10 the density is refused, above
// 10 it is NaN, above 100 an exception of the library escapes. The build makes variants of it: of
// another version, without a function, without the text that says whether threads are allowed.
#include <stdexcept>

#include "tests/support/bridge/bridge_densities.hpp"

namespace bridge {

namespace rt = renyi::testing;

struct Escaping {};

struct BridgeModel {
  static constexpr const char* name = "misbehaving_model";
  explicit BridgeModel(const rt::BridgeData& data) : scale(data.number("scale")) {
    if (!(scale > 0.0))
      throw std::domain_error("scale is " + std::to_string(scale) + ", but must be positive");
  }

  std::string free_names() const { return "x"; }
  std::string names(bool, bool) const { return "x"; }

  template <class T>
  T log_joint(std::span<const T> free, T&) const {
    if (free[0] > 100.0) throw Escaping();
    if (free[0] < -10.0) throw std::domain_error("x is too small");
    if (free[0] > 10.0) return std::nan("");
    return rt::log_normal(free[0], 0.0, scale);
  }

  std::vector<double> constrain(std::span<const double> free, bool, bool, std::mt19937&) const {
    if (free[0] > 100.0) throw Escaping();
    if (free[0] < -10.0) throw std::domain_error("x is too small");
    return {free[0]};
  }

  double scale;
};

}  // namespace bridge

#include "tests/support/bridge/bridge_exports.hpp"
