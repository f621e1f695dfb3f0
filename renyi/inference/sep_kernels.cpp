#include "renyi/inference/sep_kernels.hpp"

#include <algorithm>

#include "renyi/core/error.hpp"
#include "renyi/core/gauss_hermite.hpp"
#include "renyi/core/simd/targets-inl.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "renyi/inference/sep_kernels.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "renyi/inference/simd/mean_field_rows-inl.hpp"
#include "renyi/inference/simd/panel_read-inl.hpp"
#include "renyi/inference/simd/sep-inl.hpp"
#include "renyi/inference/simd/sep_panel-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace renyi::simd::HWY_NAMESPACE {

void sep_tilted_rows(const SepNodes& nodes, const double* means, const double* variances,
                     double* slopes, double* curvatures, Index rows) {
  tilted_rows(nodes, means, variances, slopes, curvatures, rows);
}
bool sep_site_rows(const SepNodes& nodes, const double* means, const double* variances,
                   double share, double* precisions, double* shifts, Index rows) {
  return site_rows(nodes, means, variances, share, precisions, shifts, rows);
}
bool sep_mean_field_step(const SepNodes& nodes, const kernels::MeanFieldStep& step) {
  return mean_field_step(nodes, step);
}
Index sep_mean_field_rows(const kernels::MeanFieldRows& site, const Index* rows, Index count) {
  return site.average_precision == nullptr ? mean_field_rows<false>(site, rows, count)
                                           : mean_field_rows<true>(site, rows, count);
}
void sep_read_panel(const kernels::SignedRows& from, const Index* rows, Index count, Index stride,
                    double* values, const kernels::ComingRows& coming) {
  read_rows(from, rows, count, stride, values, coming);
}
void sep_predictor_moments(const kernels::RowPanel& rows, const double* lower, const double* mean,
                           double* means, double* variances, const kernels::ComingRows& coming) {
  panel_moments(rows, lower, mean, means, variances, coming);
}
void sep_weighted_gram(const kernels::RowPanel& rows, const double* weights, double* out,
                       const kernels::ComingRows& coming) {
  panel_gram(rows, weights, out, coming);
}
void sep_weighted_sum(const kernels::RowPanel& rows, const double* weights, double* out) {
  panel_sum(rows, weights, out);
}

}  // namespace renyi::simd::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace renyi::kernels {
namespace {
using namespace simd;  // for the dispatch tables' names
HWY_EXPORT(sep_tilted_rows);
HWY_EXPORT(sep_site_rows);
HWY_EXPORT(sep_mean_field_step);
HWY_EXPORT(sep_mean_field_rows);
HWY_EXPORT(sep_read_panel);
HWY_EXPORT(sep_predictor_moments);
HWY_EXPORT(sep_weighted_gram);
HWY_EXPORT(sep_weighted_sum);

const SepNodes& sep_nodes() {
  static const SepNodes nodes = [] {
    const GaussHermite rule = gauss_hermite(8);
    SepNodes made{};
    std::copy(rule.nodes.begin(), rule.nodes.end(), made.nodes);
    std::copy(rule.weights.begin(), rule.weights.end(), made.weights);
    return made;
  }();
  return nodes;
}

}  // namespace

void tilted_logistic(std::span<const double> means, std::span<const double> variances,
                     std::span<double> slopes, std::span<double> curvatures) {
  if (means.size() % 8 != 0 || variances.size() != means.size() || slopes.size() != means.size() ||
      curvatures.size() != means.size())
    throw UsageError("tilted moments: expected arrays of one length, a multiple of 8");
  HWY_DYNAMIC_DISPATCH(sep_tilted_rows)
  (sep_nodes(), means.data(), variances.data(), slopes.data(), curvatures.data(),
   static_cast<Index>(means.size()));
}

bool logistic_sites(std::span<const double> means, std::span<const double> variances, double share,
                    std::span<double> precisions, std::span<double> shifts) {
  if (means.size() % 8 != 0 || variances.size() != means.size() ||
      precisions.size() != means.size() || shifts.size() != means.size())
    throw UsageError("sites: expected arrays of one length, a multiple of 8");
  return HWY_DYNAMIC_DISPATCH(sep_site_rows)(sep_nodes(), means.data(), variances.data(), share,
                                             precisions.data(), shifts.data(),
                                             static_cast<Index>(means.size()));
}

bool mean_field_logistic_step(const MeanFieldStep& step) {
  return HWY_DYNAMIC_DISPATCH(sep_mean_field_step)(sep_nodes(), step);
}

Index mean_field_logistic_rows(const MeanFieldRows& site, std::span<const Index> rows) {
  return HWY_DYNAMIC_DISPATCH(sep_mean_field_rows)(site, rows.data(), std::ssize(rows));
}

void read_panel(const SignedRows& from, std::span<const Index> rows, Index stride, double* values,
                const ComingRows& coming) {
  HWY_DYNAMIC_DISPATCH(sep_read_panel)(from, rows.data(), std::ssize(rows), stride, values, coming);
}

void predictor_moments(const RowPanel& rows, const double* lower, const double* mean, double* means,
                       double* variances, const ComingRows& coming) {
  HWY_DYNAMIC_DISPATCH(sep_predictor_moments)(rows, lower, mean, means, variances, coming);
}

void weighted_gram(const RowPanel& rows, const double* weights, double* out,
                   const ComingRows& coming) {
  HWY_DYNAMIC_DISPATCH(sep_weighted_gram)(rows, weights, out, coming);
}

void weighted_sum(const RowPanel& rows, const double* weights, double* out) {
  HWY_DYNAMIC_DISPATCH(sep_weighted_sum)(rows, weights, out);
}

}  // namespace renyi::kernels
#endif  // HWY_ONCE
