#include "experiments/vae_data_set.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <vector>

#include "renyi/core/error.hpp"
#include "renyi/data/data_folder.hpp"
#include "renyi/data/fingerprint.hpp"
#include "renyi/inference/minibatches.hpp"

namespace renyi {
namespace {

namespace fs = std::filesystem;

// A file, and in a MAT file the array.
struct ImageFile {
  std::string name = {};
  std::string variable = {};
};
struct ImageFiles {
  ImageFile train = {};
  std::optional<ImageFile> test = {};
};
struct Collection {
  std::string folder = {};
  std::vector<ImageFiles> files = {};  // the first that is there
};

Collection collection(VaeBenchmark benchmark) {
  switch (benchmark) {
    case VaeBenchmark::frey:
      return {"freyfaces", {{{"freyfaces-images-idx3-ubyte"}}}};
    case VaeBenchmark::caltech:
      return {"silhouettes",
              {{{"silhouettes-train-images-idx3-ubyte"},
                ImageFile{"silhouettes-test-images-idx3-ubyte"}},
               {{"caltech101_silhouettes_28_split1.mat", "train_data"},
                ImageFile{"caltech101_silhouettes_28_split1.mat", "test_data"}}}};
    case VaeBenchmark::mnist:
      return {"mnist", {{{"train-images-idx3-ubyte"}, ImageFile{"t10k-images-idx3-ubyte"}}}};
    case VaeBenchmark::omniglot:
      return {"omniglot",
              {{{"omniglot28-train-images-idx3-ubyte"},
                ImageFile{"omniglot28-test-images-idx3-ubyte"}}}};
  }
  return {};
}

std::optional<std::string> find_file(const std::vector<std::string>& folders,
                                     const std::string& name) {
  for (const std::string& folder : folders)
    for (const char* end : {".gz", ""}) {
      std::error_code none;
      const fs::path path = fs::path(folder) / (name + end);
      if (fs::is_regular_file(path, none)) return path.string();
    }
  return std::nullopt;
}

ImageSet read_part(const std::string& path, const ImageFile& file,
                   const ImageTreatment& treatment) {
  ImageOptions options{
      .invert = treatment.invert, .transpose = treatment.transpose, .variable = file.variable};
  if (!file.variable.empty()) options.height = options.width = 28;
  return read_images(path, options);
}

std::vector<Index> fold_order(const VaeDataSet& data) {
  constexpr std::uint64_t never_changed = 1;
  Minibatches shuffled(data.train.pixels.rows(), data.train.pixels.rows(), never_changed);
  const auto rows = shuffled.rows(0, 0);
  return {rows.begin(), rows.end()};
}

MatrixF first_rows(const MatrixF& images, std::int64_t most) {
  const Index count = most == 0 ? images.rows() : std::min<Index>(most, images.rows());
  return images.topRows(count);
}

}  // namespace

VaeDataSet read_vae_data_set(const std::string& folder, VaeBenchmark benchmark) {
  if (!is_folder(folder)) throw DataError::no_input(folder, "no such folder");
  const ImageTreatment treatment = vae_preset(preset_of(benchmark), 1).treatment;
  const Collection known = collection(benchmark);
  const std::vector<std::string> folders = {folder, (fs::path(folder) / known.folder).string()};
  std::string names;
  for (const ImageFiles& files : known.files) {
    const auto train = find_file(folders, files.train.name);
    const auto test = files.test ? find_file(folders, files.test->name) : train;
    if (train && test) {
      VaeDataSet data{.benchmark = benchmark, .train = read_part(*train, files.train, treatment)};
      if (!files.test) return data;
      data.test = read_part(*test, *files.test, treatment);
      if (data.test->pixels.cols() != data.train.pixels.cols())
        throw DataError({.file = *test},
                        fmt::format("{} pixels, as in {}", data.train.pixels.cols(), *train),
                        fmt::to_string(data.test->pixels.cols()));
      return data;
    }
    names += names.empty() ? "" : ", or ";
    names += files.train.name;
    if (files.test && files.test->name != files.train.name) names += " and " + files.test->name;
  }
  throw DataError({.file = folder},
                  fmt::format("here or in {}, packed by gzip or not: {}", known.folder, names),
                  "none");
}

VaeParts vae_parts(const VaeDataSet& data, std::int64_t fold, std::int64_t most) {
  if (data.test) return {data.train.pixels, first_rows(data.test->pixels, most)};
  const std::vector<Index> order = fold_order(data);
  const auto rows = std::ssize(order);
  const auto begin = order.begin() + fold * rows / vae_folds;
  const auto end = order.begin() + (fold + 1) * rows / vae_folds;
  std::vector<Index> train(order.begin(), begin), test(begin, end);
  train.insert(train.end(), end, order.end());
  if (train.empty() || test.empty())
    throw DataError({.file = data.train.path},
                    fmt::format("at least {} images, for as many folds", vae_folds),
                    fmt::to_string(rows));
  return {data.train.pixels(train, Eigen::all),
          first_rows(data.train.pixels(test, Eigen::all), most)};
}

std::string fingerprint_to_fit(const VaeDataSet& data, std::int64_t fold) {
  Fingerprint fingerprint;
  fingerprint.add_cell(data.train.fingerprint);
  if (!data.test) fingerprint.add_cell(fmt::format("fold {} of {}", fold, vae_folds));
  return fingerprint.text();
}

std::string fingerprint_of_all(const VaeDataSet& data, std::int64_t fold) {
  Fingerprint fingerprint;
  fingerprint.add_cell(fingerprint_to_fit(data, fold));
  if (data.test) fingerprint.add_cell(data.test->fingerprint);
  return fingerprint.text();
}

}  // namespace renyi
