#include "renyi/inference/sep_exchange.hpp"

#include <algorithm>
#include <vector>

namespace renyi {

SepExchange::SepExchange(SepMethod& method, Communicator& others)
    : method_(method),
      others_(others),
      factors_(method.site_numbers(), others.size()),
      sum_(method.site_numbers()) {
  method_.set_process(others.rank(), others.size());
}

void SepExchange::combine() {
  const auto numbers = static_cast<std::size_t>(sum_.size());
  method_.write_factors({factors_.col(others_.rank()).data(), numbers});
  others_.all_gather(factors_.data(), factors_.cols(), factors_.rows());
  sum_.setZero();
  for (Index r = 0; r < factors_.cols(); ++r)
    if (r != others_.rank()) sum_ += factors_.col(r);
  method_.set_others({sum_.data(), numbers});
}

Index largest(Communicator& others, Index here) {
  std::vector<Index> all(static_cast<std::size_t>(others.size()));
  all[static_cast<std::size_t>(others.rank())] = here;
  others.all_gather(all.data(), std::ssize(all));
  return *std::max_element(all.begin(), all.end());
}

}  // namespace renyi
