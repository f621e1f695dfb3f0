// `renyi divergence`: closed-form divergences between two distributions given as JSON.
#include "renyi/bound/divergence.hpp"

#include "cli/commands.hpp"
#include "cli/distribution_json.hpp"
#include "cli/make_command.hpp"

namespace renyi::cli {
namespace {

struct DivergenceOptions {
  std::string p;
  std::string q;
  std::vector<Alpha> alphas = Alpha::parse_list("-inf,-1,0,0.5,1,2,inf");

  template <class Self, class Visitor>
  static void describe(Self& self, Visitor&& field) {
    field("p", self.p,
          "the first distribution: JSON such as {\"poisson\":{\"rate\":3}}, or a file");
    field("q", self.q, "the second distribution, of the same family");
    field("alpha", self.alphas, "orders of the divergence");
  }
  void validate() const {}
};

Report divergence_report(const DivergenceOptions& options) {
  const Distribution p = parse_distribution(options.p, "--p");
  const Distribution q = parse_distribution(options.q, "--q");
  Table orders{
      .name = "divergences",
      .title = "Divergences of p from q by order",
      .columns = {"alpha", "Rényi", "Tsallis", "Amari"},
      .notes = {"Amari's order is 2 alpha - 1 in the convention of the paper's appendix A, so "
                "that a row is one integral of p^alpha q^(1-alpha)."}};
  for (const Alpha alpha : options.alphas)
    orders.rows.push_back({alpha.value(), renyi_divergence(alpha, p, q),
                           tsallis_divergence(alpha, p, q),
                           amari_divergence(2.0 * alpha.value() - 1.0, p, q)});
  Table special{.name = "special", .title = "Special cases", .columns = {"divergence", "value"}};
  special.rows = {{std::string("KL[p||q]"), kl_divergence(p, q)},
                  {std::string("KL[q||p]"), kl_divergence(q, p)},
                  {std::string("squared Hellinger"), squared_hellinger(p, q)},
                  {std::string("chi-square[p||q]"), chi_square(p, q)}};
  return {.tables = {orders, special}};
}

}  // namespace

Command divergence_command(CommonOptions& common) {
  return make_command<DivergenceOptions>(
      {.name = "divergence",
       .description = "Divergences between two distributions, in closed form",
       .footer =
           "Distributions: gaussian, bernoulli, categorical, poisson, exponential, gamma, beta, "
           "dirichlet.\n"
           "Example:\n"
           "  renyi divergence --alpha=-1,0.5,1,inf \\\n"
           "    --p '{\"gaussian\":{\"mean\":[0,0],\"covariance\":[[1,0],[0,1]]}}' \\\n"
           "    --q '{\"gaussian\":{\"mean\":[1,1],\"variance\":[1,2]}}'",
       .required = {"p", "q"}},
      common, divergence_report);
}

}  // namespace renyi::cli
