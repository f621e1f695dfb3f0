// What one bound is of, where draws of a vector theta are shared by the rows of a minibatch S of M
// of N rows. The objectives that use it compute the log-weights.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "renyi/core/named_enum.hpp"

namespace renyi {

// The whole minibatch (the paper's energy approximation),
//   log w_k = log p0(theta_k) - log q(theta_k) + N/M sum_{n in S} log p(y_n | theta_k),
// or each row (black-box alpha): with q = p0 site^N / Z, its energy is
//   N/M sum_n bound of {log p(y_n | theta_k) - log site(theta_k)} + log Z,
// and as N log site = log q - log p0 + log Z, the log Z's cancel:
//   log w_kn = log p(y_n | theta_k) + (log p0(theta_k) - log q(theta_k)) / N, scale = N/M.
enum class Grouping : std::uint8_t { batch, row };

template <>
struct EnumNames<Grouping> {
  static constexpr std::string_view what = "grouping";
  static constexpr std::array<std::string_view, 2> names = {"batch", "row"};
};

}  // namespace renyi
