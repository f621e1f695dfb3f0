// The images that a command works on, read as the model that sees them wants them. The formats are
// renyi/data/image_set.hpp's.
#pragma once

#include <cstdint>
#include <string>

#include "renyi/data/image_file.hpp"
#include "renyi/data/image_set.hpp"
#include "renyi/models/vae_model.hpp"
#include "renyi/report/report.hpp"

namespace renyi::cli {

// Of commands that use a fitted model.
struct ImageFlags {
  std::string images = {};
  std::string variable = {};
  std::int64_t count = 0;

  template <class Self, class Visitor>
  static void describe(Self& self, Visitor&& field) {
    field("images", self.images,
          "IDX, NPY, MAT or a table, plain or gzip; - is stdin; or a folder of PNG files");
    describe_use(self, field);
  }
  // All but the file.
  template <class Self, class Visitor>
  static void describe_use(Self& self, Visitor&& field) {
    field("variable", self.variable, "name of the array in a MAT file that holds several");
    field("count", self.count, "only so many images, the first; 0: all");
  }
  // Throws UsageError that names the flag.
  void validate() const;
};

// How images are to be read for the model.
ImageOptions options_for(const VaeModel& model, const ImageFlags& flags);

// Throws DataError where the likelihood is Bernoulli's and a pixel is not from 0 to 1, or where an
// image has another size than the model's.
ImageSet read_for_model(const ImageFlags& flags, const VaeModel& model);
void require_fit(const ImageSet& images, const VaeSpec& spec);
void require_fit(const ImageFile& images, const VaeSpec& spec);

// What flags that are left to the data go by.
struct PixelFacts {
  bool has_greys = false;   // pixels between 0 and 1
  bool leave_unit = false;  // pixels below 0 or above 1
};
PixelFacts facts_of(const MatrixF& pixels);
PixelFacts facts_of(const ImageFile& images);

// As the encoder saw images when it was trained: binarised, where they were.
MatrixF as_trained(const VaeModel& model, const MatrixF& pixels, std::uint64_t seed);

DataSource source_of(const ImageSet& images);
DataSource source_of(const ImageFile& images);

}  // namespace renyi::cli
