// Small folders of data sets, as the experiments with Bayesian neural networks read them.
#pragma once

#include <cmath>
#include <filesystem>
#include <fstream>
#include <string>

#include "tests/support/temporary_folder.hpp"

namespace renyi::testing {

// y = sin(x1) + x2 on a grid of 40 rows, with an unused third column; split s tests every fifth row
// from s on.
inline void write_data_set(const TemporaryFolder& folder, const std::string& name, int splits) {
  const std::filesystem::path place = folder.path(name);
  std::filesystem::create_directories(place);
  std::ofstream data(place / "data.txt");
  for (int row = 0; row < 40; ++row) {
    const double x1 = 0.1 * row, x2 = row % 7;
    data << x1 << ' ' << x2 << " 5 " << std::sin(x1) + x2 << '\n';
  }
  std::ofstream(place / "index_features.txt") << "0\n1\n";
  std::ofstream(place / "index_target.txt") << "3\n";
  for (int split = 0; split < splits; ++split) {
    const std::string end = std::to_string(split) + ".txt";
    std::ofstream train(place / ("index_train_" + end)), test(place / ("index_test_" + end));
    for (int row = 0; row < 40; ++row) (row % 5 == split % 5 ? test : train) << row << '\n';
  }
}

}  // namespace renyi::testing
