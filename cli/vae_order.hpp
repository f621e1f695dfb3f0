// Which order suits an auto-encoder that is trained with K draws: that at which they estimate
// log p(x) without bias (Corollary 1), seen on a pilot fit.
#pragma once

#include "cli/vae_flags.hpp"
#include "renyi/bound/unbiased_order.hpp"
#include "renyi/report/report.hpp"

namespace renyi::cli {

// Flags of the pilot fit: a tenth of the epochs at order 0, its model beside the one asked for.
// `epochs`: of the whole fit.
VaeFlags pilot_flags(const VaeFlags& flags, std::int64_t epochs);

// In one line: what was found and why.
std::string order_text(const UnbiasedOrder& found, Index draws);

// "orders": the curve, with the reason as its title.
Table vae_orders_table(const UnbiasedOrder& found, Index draws);
Figure vae_orders_figure(const UnbiasedOrder& found, Index draws);

}  // namespace renyi::cli
