// Stochastic expectation propagation for generalised linear models: q = prior x site^N with one
// Gaussian site for all rows, so that memory does not grow with the data. The divergence of order
// alpha = 1 - beta / N, by the paper's fixed-point approximation (section 4.3).
#pragma once

#include <functional>
#include <memory>
#include <optional>

#include "renyi/inference/legs.hpp"
#include "renyi/inference/row_blocks.hpp"
#include "renyi/inference/sep_exchange.hpp"
#include "renyi/inference/sep_method.hpp"
#include "renyi/inference/sep_options.hpp"
#include "renyi/models/glm_problem.hpp"

namespace renyi {

class StochasticEp {
 public:
  // The problem must outlive it, and the others, who have their own rows (null: none). Throws
  // UsageError.
  StochasticEp(const GlmProblem& problem, const SepOptions& options,
               Communicator* others = nullptr);

  // Once over all rows, in an order that is a function of the seed and the number of the pass; what
  // is left of them, where it was loaded in the middle of one. Allocates nothing.
  // `between` is called where it may be left, after the last rows too.
  void pass(std::int64_t number, const std::function<void()>& between = {});
  bool is_in_pass() const { return step_ > 0; }
  // The average of the method in the place of its site, for all processes.
  void take_average();

  SepMethod& method() { return *method_; }
  const SepMethod& method() const { return *method_; }
  void archive(StateArchive& archive);
  std::int64_t rejected() const { return rejected_; }  // steps

 private:
  double step_a_row_;
  RowBlocks rows_;
  std::unique_ptr<SepMethod> method_;
  std::optional<SepExchange> exchange_;
  Index steps_a_pass_;  // of the process with the most rows
  Index combine_every_;
  Index step_ = 0;  // of the pass under way
  std::int64_t rejected_ = 0;
};

// All passes. Steps of a constant size never come to rest where rows differ; so the site is in the
// end the average of what the rows asked for in the last quarter of the passes; the change is the
// one from the average of the quarter before, and converged where it is below a fiftieth of a sd:
// the size of the bias that the wander at damping 1 leaves, which no number of passes removes. It
// falls as damping / (2 - damping), the variance of the wander, does.
// With others the problem is this process's share of the rows, and the answer that of all.
// Throws WorkStopped where legs are given.
LocalFit fit_sep(const GlmProblem& problem, const SepOptions& options,
                 Communicator* others = nullptr, Legs* legs = nullptr);

}  // namespace renyi
