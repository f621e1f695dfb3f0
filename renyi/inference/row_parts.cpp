#include "renyi/inference/row_parts.hpp"

#include <fmt/format.h>

#include <utility>

#include "renyi/core/error.hpp"
#include "renyi/data/holdout.hpp"
#include "renyi/models/conformal.hpp"

namespace renyi {

RowParts part_rows(const std::vector<Index>& rows, const RowShares& shares, std::uint64_t seed) {
  constexpr double to_calibrate = 0.2;
  RowParts parts{.learn = rows};
  const auto set_apart = [&](double share, std::uint32_t step, std::vector<Index>& part) {
    if (share == 0.0) return;
    Holdout split = hold_out(parts.learn, share, seed, step);
    parts.learn = std::move(split.kept);
    part = std::move(split.apart);
  };
  set_apart(shares.conformal > 0.0 ? to_calibrate : 0.0, 1, parts.calibrate);
  set_apart(shares.validate, 0, parts.validate);
  if (shares.conformal > 0.0 && std::ssize(parts.calibrate) < conformal_rows(shares.conformal))
    throw UsageError(
        fmt::format("conformal: expected a level that {} rows, a fifth, can be calibrated to, "
                    "found {}, which takes {}",
                    parts.calibrate.size(), shares.conformal, conformal_rows(shares.conformal)));
  return parts;
}

}  // namespace renyi
