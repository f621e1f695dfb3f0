// How probable images are under an auto-encoder, as tables and figures. The scores are
// renyi/inference/vae_scores.hpp's.
#pragma once

#include <functional>

#include "cli/common_options.hpp"
#include "renyi/inference/vae_scores.hpp"
#include "renyi/report/report.hpp"

namespace renyi::cli {

// Means over images, and how far they are to be trusted.
Table image_scores_table(const VaeSpec& spec, const VaeScores& scores, std::int64_t draws);

// A row an image.
Table images_table(const VaeScores& scores);

// Log likelihoods and Pareto's k of each image, in the order of the former.
std::vector<Figure> image_score_figures(const VaeScores& scores);

// Shows how many images are done, and asks to stop when a signal has come.
VaeProgress image_progress(const CommonOptions& common, Index images);

}  // namespace renyi::cli
