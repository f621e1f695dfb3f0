// The images that the paper's auto-encoders are fitted to and tested on, from files as they are
// published. Formats are image_set.hpp's.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "experiments/vae_benchmark.hpp"
#include "renyi/data/image_set.hpp"

namespace renyi {

struct VaeDataSet {
  VaeBenchmark benchmark = VaeBenchmark::frey;
  ImageSet train = {};
  std::optional<ImageSet> test = {};  // none of Frey Face, which has folds instead
};

// The folds of Frey Face in the paper; which images they hold it does not say.
inline constexpr std::int64_t vae_folds = 10;

// In `folder`, or in its folder for the collection (freyfaces, silhouettes, mnist, omniglot), with
// .gz or without; of the silhouettes also the authors' MAT file. Pixels as the preset wants them.
// DataError that lists the names where there is none.
VaeDataSet read_vae_data_set(const std::string& folder, VaeBenchmark benchmark);

struct VaeParts {
  MatrixF train = {};
  MatrixF test = {};
};

// The images to fit to and to test on. Folds, from 0, are a random partition that never changes;
// where there are test images, the fold does not matter. At most `most` test images, the first
// ones; 0: all.
VaeParts vae_parts(const VaeDataSet& data, std::int64_t fold, std::int64_t most);

// Of all that a fit depends on, and of the test images.
std::string fingerprint_to_fit(const VaeDataSet& data, std::int64_t fold);
std::string fingerprint_of_all(const VaeDataSet& data, std::int64_t fold);

}  // namespace renyi
