// Images that stay in their file: rows are read when they are asked for, so that memory does not
// grow with their number. Images in memory are image_set.hpp's.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "renyi/core/row_source.hpp"
#include "renyi/data/image_set.hpp"
#include "renyi/data/pixel_array.hpp"
#include "renyi/data/positioned_file.hpp"

namespace renyi {

class ImageFile final : public RowSource {
 public:
  // IDX, or NPY with one row after another; what is packed by gzip is unpacked once, to a file in
  // `cache` that later calls find again. Looks at every pixel once or twice, window by window, and
  // throws as read_images() does; UsageError for other formats.
  ImageFile(const std::string& path, const ImageOptions& options, const std::string& cache);
  Index rows() const override { return header_.images; }
  Index cols() const override { return header_.pixels; }
  // The same numbers as read_images(). DataError where the file has become shorter.
  void copy(std::span<const Index> rows, float* to) const override;

  // All but the pixels, of which there are none; the fingerprint is the same.
  const ImageSet& description() const { return description_; }
  Index height() const { return description_.height; }
  Index width() const { return description_.width; }
  bool has_greys() const { return has_greys_; }  // pixels between 0 and 1
  // The first pixel that is not from 0 to 1: "2.5 in image 3, pixel 7"; empty where all are.
  const std::string& outside_unit_interval() const { return outside_; }

 private:
  void open(const std::string& file);
  void inspect();
  void read(Index row, Index count, std::vector<char>& bytes, float* to) const;

  std::string name_;
  std::optional<PositionedFile> file_ = {};
  std::uint64_t offset_ = 0;  // of the first number
  PixelHeader header_ = {};
  ImageSet description_ = {};
  bool divides_ = false, inverts_ = false, turns_ = false;
  bool has_greys_ = false;
  std::string outside_ = {};
};

}  // namespace renyi
