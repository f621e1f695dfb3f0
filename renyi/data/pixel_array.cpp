#include "renyi/data/pixel_array.hpp"

namespace renyi {

void scale_bytes(PixelArray& array) {
  if (!array.is_bytes) return;
  array.is_bytes = false;
  if (array.values.maxCoeff() > 1.0F) array.values /= white_byte;
}

void turn_to_rows(MatrixF& images, Index height, Index width) {
  MatrixF by_columns(width, height);
  for (Index n = 0; n < images.rows(); ++n) {
    by_columns = Eigen::Map<const MatrixF>(images.row(n).data(), width, height);
    Eigen::Map<MatrixF>(images.row(n).data(), height, width) = by_columns.transpose();
  }
}

}  // namespace renyi
