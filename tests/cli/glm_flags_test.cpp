#include "cli/glm_flags.hpp"

#include <gtest/gtest.h>

#include <functional>

#include "renyi/core/error.hpp"
#include "renyi/inference/expectation_propagation.hpp"
#include "renyi/inference/fit_by_draws.hpp"
#include "renyi/inference/stochastic_ep.hpp"
#include "tests/support/glm_problems.hpp"

namespace renyi::cli::glm_flags_test {
namespace {

std::string refusal(const std::function<void(GlmFlags&)>& change) {
  GlmFlags flags;
  change(flags);
  try {
    flags.validate();
  } catch (const UsageError& error) {
    return error.what();
  }
  return "";
}

TEST(GlmFlags, RefusesFlagsOfOtherMethods) {
  EXPECT_EQ(refusal([](GlmFlags&) {}), "");
  EXPECT_EQ(refusal([](GlmFlags& flags) { flags.beta = 0.5; }),
            "--beta: expected --method pep, sep or bb-alpha, found ep");
  EXPECT_EQ(refusal([](GlmFlags& flags) { flags.batch = 8; }),
            "--batch: expected --method sep, vr or bb-alpha, found ep");
  EXPECT_EQ(refusal([](GlmFlags& flags) {
              flags.method = GlmMethod::laplace;
              flags.passes = 8;
            }),
            "--passes: expected --method ep, pep or sep, found laplace");
  EXPECT_EQ(refusal([](GlmFlags& flags) {
              flags.method = GlmMethod::sep;
              flags.alpha = Alpha(0.5);
              flags.beta = 1.0;
            }),
            "--beta: expected only one of --alpha and --beta, found both");
  EXPECT_EQ(refusal([](GlmFlags& flags) {
              flags.method = GlmMethod::sep;
              flags.alpha = Alpha(2.0);
            }),
            "--alpha: expected a finite order up to 1, found 2");
  EXPECT_EQ(refusal([](GlmFlags& flags) { flags.moments = SepMoments::importance; }),
            "--moments importance: expected --method sep, found ep");
  EXPECT_EQ(refusal([](GlmFlags& flags) { flags.draws = 100; }),
            "--draws: expected --moments importance or mcmc, found quadrature");
  EXPECT_EQ(refusal([](GlmFlags& flags) { flags.moments = SepMoments::mcmc; }),
            "--moments mcmc: expected --method sep, found ep");
  EXPECT_EQ(refusal([](GlmFlags& flags) {
              flags.method = GlmMethod::sep;
              flags.moments = SepMoments::importance;
              flags.chain_steps = 3;
            }),
            "--chain-steps: expected --moments mcmc, found importance");
  EXPECT_EQ(refusal([](GlmFlags& flags) { flags.grouping = SepGrouping::geometric; }),
            "--grouping: expected rows, or --moments importance or mcmc, found geometric");
  EXPECT_EQ(refusal([](GlmFlags& flags) {
              flags.method = GlmMethod::vr;
              flags.alpha = Alpha::vr_max();
              flags.draws = 100;
            }),
            "");
  EXPECT_EQ(refusal([](GlmFlags& flags) {
              flags.method = GlmMethod::vr;
              flags.beta = 0.5;
            }),
            "--beta: expected --method pep, sep or bb-alpha, found vr");
  EXPECT_EQ(refusal([](GlmFlags& flags) { flags.prior_precision = 0.0; }),
            "--prior-precision: expected a positive number, found 0");
}

TEST(GlmFlags, PowerIsBetaOrWhatAlphaStandsFor) {
  EXPECT_EQ(GlmFlags{}.power(50), 1.0);
  EXPECT_EQ((GlmFlags{.method = GlmMethod::pep}.power(50)), 0.5);
  EXPECT_EQ((GlmFlags{.method = GlmMethod::pep, .beta = 0.25}.power(50)), 0.25);
  EXPECT_EQ((GlmFlags{.method = GlmMethod::sep}.power(50)), 1.0);
  EXPECT_EQ((GlmFlags{.method = GlmMethod::sep, .alpha = Alpha(0.5)}.power(50)), 25.0);
  EXPECT_EQ((GlmFlags{.method = GlmMethod::sep, .alpha = Alpha(1.0)}.power(50)), 0.0);
}

TEST(GlmFlags, RunTheMethodThatTheyName) {
  const GlmProblem problem =
      testing::random_problem({GlmFamily::logistic}, 20, Vector{{0.2, 1.0}}, 1);
  EXPECT_EQ((GlmFlags{.method = GlmMethod::laplace}.fit(problem, 1).mean),
            fit_laplace(problem).mean);
  EXPECT_EQ(GlmFlags{}.fit(problem, 1).mean, fit_ep(problem, {}).mean);
  EXPECT_EQ((GlmFlags{.method = GlmMethod::pep, .family = GaussianShape::mean_field}
                 .fit(problem, 1)
                 .mean),
            fit_ep(problem, {.shape = GaussianShape::mean_field, .beta = 0.5}).mean);
  EXPECT_EQ((GlmFlags{.method = GlmMethod::sep, .batch = 4, .passes = 7, .damping = 0.5}
                 .fit(problem, 3)
                 .mean),
            fit_sep(problem, {.batch = 4, .damping = 0.5, .passes = 7, .seed = 3}).mean);
  EXPECT_EQ((GlmFlags{.method = GlmMethod::sep,
                      .batch = 4,
                      .passes = 3,
                      .moments = SepMoments::importance,
                      .grouping = SepGrouping::geometric,
                      .draws = 100}
                 .fit(problem, 1)
                 .mean),
            fit_sep(problem, {.batch = 4,
                              .passes = 3,
                              .moments = SepMoments::importance,
                              .grouping = SepGrouping::geometric,
                              .draws = 100})
                .mean);
  EXPECT_EQ(
      (GlmFlags{.method = GlmMethod::sep,
                .passes = 3,
                .moments = SepMoments::mcmc,
                .draws = 50,
                .chain_steps = 2}
           .fit(problem, 1)
           .mean),
      fit_sep(
          problem,
          {.batch = 32, .passes = 3, .moments = SepMoments::mcmc, .draws = 50, .chain_steps = 2})
          .mean);
  EXPECT_EQ(
      (GlmFlags{.method = GlmMethod::vr, .alpha = Alpha(0.0), .draws = 10}.fit(problem, 3).mean),
      fit_by_draws(problem, {.alpha = Alpha(0.0), .draws = 10, .seed = 3}).mean);
  EXPECT_EQ(
      (GlmFlags{.method = GlmMethod::bb_alpha, .beta = 0.25}.fit(problem, 3).mean),
      fit_by_draws(problem, {.alpha = Alpha(0.75), .grouping = Grouping::row, .seed = 3}).mean);
}

}  // namespace
}  // namespace renyi::cli::glm_flags_test
