#include "cli/image_output.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "cli/field_text.hpp"
#include "renyi/core/error.hpp"
#include "renyi/data/npy.hpp"
#include "renyi/report/image_grid.hpp"

namespace renyi::cli {
namespace {

constexpr Index most_on_a_page = 256;

}  // namespace

MatrixF side_by_side(const MatrixF& originals, const MatrixF& reconstructions) {
  MatrixF both(2 * originals.rows(), originals.cols());
  for (Index i = 0; i < originals.rows(); ++i) {
    both.row(2 * i) = originals.row(i);
    both.row(2 * i + 1) = reconstructions.row(i);
  }
  return both;
}

void add_pictures(const ImageTreatment& treatment, const std::string& name,
                  const std::string& title, const MatrixF& pixels, Index columns, Report& report) {
  if (!has_pictures(treatment)) return;
  const Index shown = std::min(most_on_a_page, pixels.rows());
  report.images.push_back(
      image_figure(name, title, pixels.topRows(shown), treatment.height, treatment.width, columns));
  if (shown < pixels.rows())
    report.images.back().notes.push_back(
        fmt::format("The first {} of {} images.", shown, pixels.rows()));
}

void PictureFlags::require_somewhere(const CommonOptions& common) const {
  if (png.empty() && npy.empty() && common.destination.folder.empty() &&
      common.format == Format::table)
    throw UsageError("--png: expected --png FILE, --npy FILE or --output FOLDER, found none");
}

void PictureFlags::require_pictures(const VaeModel& model) const {
  if (!png.empty() && !has_pictures(model.treatment))
    throw UsageError(fmt::format(
        "--png: expected a model of images with height and width, found one of rows of {} numbers",
        model.spec.pixels));
}

void PictureFlags::write_png(const ImageTreatment& treatment, const MatrixF& pixels,
                             Index columns) const {
  if (png.empty()) return;
  with_flag("png", [&] {
    renyi::write_png(png, image_grid(pixels, treatment.height, treatment.width, columns));
  });
}

void PictureFlags::write_npy(const MatrixF& pixels) const {
  if (!npy.empty()) renyi::write_npy(npy, ConstMatrixRefF(pixels));
}

void PictureFlags::add_rows(Table& table) const {
  if (!png.empty()) table.rows.push_back({"picture", png});
  if (!npy.empty()) table.rows.push_back({"pixels", npy});
}

}  // namespace renyi::cli
