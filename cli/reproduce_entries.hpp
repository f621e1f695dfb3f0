// Every figure and table of the paper and its appendix, in its order, and what else it claims that
// can be computed: one line each. How they are computed is in experiments/.
#pragma once

namespace renyi::cli {

struct ReproduceEntry {
  const char* name;
  const char* shows;
  const char* takes;
};

inline constexpr ReproduceEntry table_divergences_entry{
    "table-divergences", "Table 1: the special cases of Rényi's divergence, each checked",
    "no time"};
inline constexpr ReproduceEntry figure_1a_entry{
    "fig1a", "Figure 1(a): the best factorised Gaussian for a posterior, by order", "no time"};
inline constexpr ReproduceEntry figure_1b_entry{
    "fig1b", "Figure 1(b): the noise sigma that the bound of each order prefers", "a second"};
inline constexpr ReproduceEntry theorem_1_entry{
    "theorem1", "Theorem 1: the evidence between bounds of orders of both signs", "a second"};
inline constexpr ReproduceEntry figure_2a_entry{
    "fig2a", "Figure 2(a): the bound's properties in alpha and K, with exact numbers", "a second"};
inline constexpr ReproduceEntry figure_2b_entry{
    "fig2b", "Figure 2(b): the bias of the Monte-Carlo bound against alpha and K", "a second"};
inline constexpr ReproduceEntry corollary_1_entry{
    "corollary1", "Corollary 1 and Lemma 2: the order alpha_K that K draws make right", "seconds"};
inline constexpr ReproduceEntry figure_3_entry{
    "fig3", "Figure 3: how local and global divergence minimisation are connected", "seconds"};
inline constexpr ReproduceEntry figure_4_entry{
    "fig4", "Figure 4, appendix Figure 1: Bayesian networks, LL and RMSE against alpha",
    "hours; --quick: minutes"};
inline constexpr ReproduceEntry table_vae_entry{
    "table-vae", "Table 2: test log-likelihood of auto-encoders, VAE, IWAE and VR-max",
    "hours; fewer --epochs: minutes"};
inline constexpr ReproduceEntry figure_5_entry{
    "fig5", "Figure 5: the bias of the bound on a trained auto-encoder", "minutes"};
inline constexpr ReproduceEntry figure_6a_entry{
    "fig6a", "Figure 6(a): the largest importance weight against the rest, in training", "minutes"};
inline constexpr ReproduceEntry figure_6b_entry{
    "fig6b", "Figure 6(b): the ten largest importance weights of 50", "a minute"};
inline constexpr ReproduceEntry vr_max_speed_entry{
    "speed", "Section 5.2: seconds an epoch of VR-max and of IWAE", "seconds"};
inline constexpr ReproduceEntry effective_alpha_entry{
    "effective-alpha", "Appendix D: the order that q is fitted by in effect, with K draws",
    "seconds"};
inline constexpr ReproduceEntry theorem_3_entry{
    "theorem3", "Theorem 3 and Corollary 2: the energy of mini-batches, and where they fail",
    "seconds"};
inline constexpr ReproduceEntry table_bnn_ll_entry{
    "table-bnn-ll", "Appendix Table 1: Bayesian networks, negative test log-likelihood",
    "hours; --quick: minutes"};
inline constexpr ReproduceEntry table_bnn_rmse_entry{
    "table-bnn-rmse", "Appendix Table 2: Bayesian networks, test RMSE", "hours; --quick: minutes"};
inline constexpr ReproduceEntry samples_entry{
    "fig-samples", "Appendix Figure 2: images sampled from auto-encoders, IWAE and VR-max",
    "minutes to hours"};
inline constexpr ReproduceEntry table_architectures_entry{
    "table-architectures", "Appendix Table 3: the networks of the auto-encoders", "no time"};

inline constexpr ReproduceEntry reproduce_entries[] = {
    table_divergences_entry, figure_1a_entry,          figure_1b_entry,
    theorem_1_entry,         figure_2a_entry,          figure_2b_entry,
    corollary_1_entry,       figure_3_entry,           figure_4_entry,
    table_vae_entry,         figure_5_entry,           figure_6a_entry,
    figure_6b_entry,         vr_max_speed_entry,       effective_alpha_entry,
    theorem_3_entry,         table_bnn_ll_entry,       table_bnn_rmse_entry,
    samples_entry,           table_architectures_entry};

}  // namespace renyi::cli
