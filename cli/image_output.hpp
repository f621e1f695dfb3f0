// Images that a command shows: in PNG and NPY files, and on the page of its result.
#pragma once

#include <string>

#include "cli/common_options.hpp"
#include "renyi/models/vae_model.hpp"
#include "renyi/report/report.hpp"

namespace renyi::cli {

// A table's rows have no pictures.
inline bool has_pictures(const ImageTreatment& treatment) { return treatment.height > 0; }

// Originals and their reconstructions in turn.
MatrixF side_by_side(const MatrixF& originals, const MatrixF& reconstructions);

// To the page, the first few hundred of them, where there are pictures.
void add_pictures(const ImageTreatment& treatment, const std::string& name,
                  const std::string& title, const MatrixF& pixels, Index columns, Report& report);

struct PictureFlags {
  std::string png = {};
  std::string npy = {};

  template <class Self, class Visitor>
  static void describe(Self& self, Visitor&& field) {
    field("png", self.png, "file to write one picture of all images to");
    field("npy", self.npy, "file to write the pixels to, one row an image");
  }

  // Throws UsageError where the result would go nowhere where it is seen.
  void require_somewhere(const CommonOptions& common) const;
  // Throws UsageError where a PNG is asked for and there is no picture.
  void require_pictures(const VaeModel& model) const;

  void write_png(const ImageTreatment& treatment, const MatrixF& pixels, Index columns) const;
  void write_npy(const MatrixF& pixels) const;
  // Rows of a table: which files were written.
  void add_rows(Table& table) const;
};

}  // namespace renyi::cli
