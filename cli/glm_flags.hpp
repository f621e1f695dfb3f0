// The flags of `renyi fit logistic`, `probit` and `poisson`, and the method that they stand for;
// `renyi fit linear` shares those of the method.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>

#include "cli/resume.hpp"
#include "cli/table_input.hpp"
#include "renyi/bound/alpha.hpp"
#include "renyi/core/communicator.hpp"
#include "renyi/core/parallel.hpp"
#include "renyi/inference/sep_options.hpp"
#include "renyi/inference/settle.hpp"
#include "renyi/models/glm_problem.hpp"

namespace renyi::cli {

enum class GlmMethod : std::uint8_t { laplace, ep, pep, sep, vr, bb_alpha };

}  // namespace renyi::cli

template <>
struct renyi::EnumNames<renyi::cli::GlmMethod> {
  static constexpr std::string_view what = "method";
  static constexpr std::array<std::string_view, 6> names = {"laplace", "ep", "pep",
                                                            "sep",     "vr", "bb-alpha"};
};

namespace renyi::cli {

struct GlmFlags {
  TableFlags table = {};
  EncodingOptions encoding = {};
  bool stream = false;
  std::string model = {};
  GlmMethod method = GlmMethod::ep;
  GaussianShape family = GaussianShape::full_rank;
  std::optional<double> beta = {};
  std::optional<Alpha> alpha = {};
  std::optional<std::int64_t> batch = {};
  std::optional<std::int64_t> passes = {};
  std::optional<double> damping = {};
  double prior_precision = 1.0;
  SepMoments moments = SepMoments::quadrature;
  SepGrouping grouping = SepGrouping::rows;
  std::optional<std::int64_t> draws = {};
  std::optional<std::int64_t> combine_every = {};
  std::optional<std::int64_t> chain_steps = {};
  CheckpointFlags checkpoint = {};
  ProcessFlags processes = {};

  // What fit linear has too, beside its own method, orders and prior.
  template <class Self, class Visitor>
  static void describe_method(Self& self, Visitor&& field) {
    field("family", self.family, "of the Gaussian over the coefficients");
    field("beta", self.beta,
          "power of a row's likelihood: of pep and bb-alpha (alpha = 1 - beta), auto: 0.5; of sep "
          "(alpha = 1 - beta / rows), auto: 1; 0: variational");
    field("batch", self.batch,
          "rows of a step: of sep, auto: 1, full-rank: 32; of vr and bb-alpha, auto: all");
    field("passes", self.passes, "over the data; auto: 20 of sep, of ep and pep at most 200");
    field("damping", self.damping,
          "share of an update that is taken, of sep in each pass over the data; auto: 1");
    field("moments", self.moments,
          "of sep: importance: by weighted draws; mcmc: by draws that take the steps of a chain");
    field("grouping", self.grouping,
          "of sep by importance or mcmc: geometric: one tilted distribution a batch, as in the "
          "paper");
    field("draws", self.draws,
          "in each step: of sep by importance or mcmc, auto: 1000; of vr and bb-alpha, auto: 20");
    field("chain-steps", self.chain_steps, "of each draw: of sep by mcmc, auto: 5");
    field(
        "combine-every", self.combine_every,
        "of sep in several processes: steps after which they tell each other their factors; auto: "
        "once a pass");
    CheckpointFlags::describe(self.checkpoint, field,
                              "after an interrupt: go on from the checkpoint beside --model");
    ProcessFlags::describe(self.processes, field);
  }

  template <class Self, class Visitor>
  static void describe(Self& self, Visitor&& field) {
    TableFlags::describe(self.table, field);
    EncodingOptions::describe(self.encoding, field);
    field("stream", self.stream,
          "read the table's rows from a copy on disk, and only those that a process needs");
    field("model", self.model, "file to save the model to");
    field(
        "method", self.method,
        "laplace; ep: expectation propagation, a factor a row; pep: power EP; sep: stochastic "
        "EP, one factor for all rows; vr: the Renyi bound of all rows, by draws; bb-alpha: that of "
        "each row");
    field("alpha", self.alpha,
          "order of the divergence: of vr, auto: 0.5; of sep and bb-alpha instead of beta");
    field("prior-precision", self.prior_precision, "of every standardised coefficient");
    describe_method(self, field);
  }

  // Throws UsageError that names the flag.
  void validate() const;

  // Whether coefficients are drawn and trained, not matched.
  bool is_trained() const { return method == GlmMethod::vr || method == GlmMethod::bb_alpha; }

  // The power that beta or alpha gives for a table with that many rows.
  double power(Index rows) const;

  // The order of vr and bb-alpha.
  Alpha order() const;

  // Whether processes share the rows; else the first one does it all.
  bool shares_rows() const { return method == GlmMethod::sep || is_trained(); }

  // Those of so many rows that this process needs; others may be null. UsageError where there are
  // too few.
  Share rows_here(Index rows, const Communicator* others) const;

  // Of the rows that are here, of so many in all; with others, who all ask for it. Observers see
  // the steps of trained coefficients.
  LocalFit fit(const GlmProblem& here, Index rows, std::uint64_t seed, ThreadPool* pool = nullptr,
               Communicator* others = nullptr, const SettleHooks& hooks = {}) const;
  // Of all rows, without others.
  LocalFit fit(const GlmProblem& problem, std::uint64_t seed, ThreadPool* pool = nullptr) const {
    return fit(problem, problem.rows(), seed, pool);
  }
};

}  // namespace renyi::cli
