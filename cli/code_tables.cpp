#include "cli/code_tables.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace renyi::cli {
namespace {

constexpr double active_variance = 0.01;

struct Units {
  Vector means, sds, own_sds;  // over images
  bool is_active(Index unit) const { return sds(unit) * sds(unit) > active_variance; }
};

Units units_of(const LatentCodes& codes) {
  const Matrix means = codes.means.cast<double>();
  const Vector centre = means.colwise().mean().transpose();
  const Matrix apart = means.rowwise() - centre.transpose();
  return {.means = centre,
          .sds = apart.array().square().colwise().mean().sqrt().transpose(),
          .own_sds = codes.sds.cast<double>().colwise().mean().transpose()};
}

}  // namespace

Table codes_table(const LatentCodes& codes) {
  const Units units = units_of(codes);
  Table table{.name = "codes", .columns = {"unit", "mean", "sd", "own_sd", "active"}};
  Index active = 0;
  for (Index u = 0; u < units.means.size(); ++u) {
    if (units.is_active(u)) ++active;
    table.rows.push_back({std::int64_t{u + 1}, units.means(u), units.sds(u), units.own_sds(u),
                          units.is_active(u) ? "yes" : "no"});
  }
  table.title = fmt::format("Codes of {} images: {} of {} units are active", codes.means.rows(),
                            active, units.means.size());
  table.notes.push_back(
      fmt::format("mean, sd: of the codes over images. own_sd: of the encoder's distribution for "
                  "one image, mean over images. active: sd^2 is above {}; other units stay at the "
                  "prior whatever the image.",
                  active_variance));
  return table;
}

std::vector<Figure> code_figures(const LatentCodes& codes) {
  constexpr Index most_points = 2000;
  const Units units = units_of(codes);
  Series spread{.name = "sd over images", .mark = Mark::bars};
  std::vector<Index> order;
  for (Index u = 0; u < units.sds.size(); ++u) {
    spread.x.push_back(static_cast<double>(u + 1));
    spread.y.push_back(units.sds(u));
    order.push_back(u);
  }
  std::vector<Figure> figures = {{.name = "units",
                                  .title = "How much the codes vary over images",
                                  .x = {.label = "unit"},
                                  .y = {.label = "sd of its codes"},
                                  .series = {std::move(spread)}}};
  if (order.size() < 2) return figures;
  std::stable_sort(order.begin(), order.end(),
                   [&](Index a, Index b) { return units.sds(a) > units.sds(b); });
  Series cloud{.name = "images", .mark = Mark::points};
  for (Index i = 0; i < std::min(most_points, codes.means.rows()); ++i) {
    cloud.x.push_back(codes.means(i, order[0]));
    cloud.y.push_back(codes.means(i, order[1]));
  }
  figures.push_back({.name = "plane",
                     .title = "Images by the two units that vary most",
                     .x = {.label = fmt::format("unit {}", order[0] + 1)},
                     .y = {.label = fmt::format("unit {}", order[1] + 1)},
                     .series = {std::move(cloud)},
                     .equal_scales = true});
  if (codes.means.rows() > most_points)
    figures.back().notes.push_back(fmt::format("The first {} images.", most_points));
  return figures;
}

}  // namespace renyi::cli
