// Posteriors of posteriordb with reference means and standard deviations, where they are on this
// machine, and the shared libraries that the tests build of their models.
#pragma once

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <ostream>
#include <string>
#include <vector>

#include "renyi/core/matrix.hpp"

namespace renyi::testing {

struct Posterior {
  std::string data, model;  // its name is data-model

  std::string library() const { return std::string(RENYI_BRIDGE_DIR) + "/" + model + "_model.so"; }
  static std::string folder() {
    return std::string(RENYI_SOURCE_DIR) + "/../shared/data/posteriordb";
  }
  std::string data_file() const { return folder() + "/data/" + data + ".json"; }
  std::string summary_file() const {
    return folder() + "/summary/" + data + "-" + model + ".summary.json";
  }
  friend std::ostream& operator<<(std::ostream& out, const Posterior& posterior) {
    return out << posterior.data << "-" << posterior.model;
  }
  bool is_here() const { return std::filesystem::exists(data_file()); }
};

inline const std::vector<Posterior> posteriors = {{"arK", "arK"},
                                                  {"earnings", "logearn_height"},
                                                  {"eight_schools", "eight_schools_noncentered"},
                                                  {"garch", "garch11"},
                                                  {"kidiq", "kidscore_momhsiq"},
                                                  {"low_dim_gauss_mix", "low_dim_gauss_mix"},
                                                  {"mesquite", "logmesquite"},
                                                  {"sblrc", "blr"}};

struct Reference {
  std::vector<std::string> names;  // beta.1, as Stan's libraries write them; beta[1] in the file
  Vector mean, sd;
  Matrix covariance;
  double draws = 0.0;
};

inline Reference read_reference(const Posterior& posterior) {
  const auto json = nlohmann::json::parse(std::ifstream(posterior.summary_file()));
  Reference found;
  for (std::string name : json.at("names")) {
    if (const auto bracket = name.find('['); bracket != std::string::npos) {
      name[bracket] = '.';
      name.pop_back();
    }
    found.names.push_back(name);
  }
  const auto n = static_cast<Index>(found.names.size());
  found.mean.resize(n), found.sd.resize(n), found.covariance.resize(n, n);
  for (Index i = 0; i < n; ++i) {
    found.mean(i) = json.at("mean").at(static_cast<std::size_t>(i));
    found.sd(i) = json.at("sd").at(static_cast<std::size_t>(i));
    for (Index j = 0; j < n; ++j)
      found.covariance(i, j) =
          json.at("covariance").at(static_cast<std::size_t>(i)).at(static_cast<std::size_t>(j));
  }
  found.draws = json.at("ndraws");
  return found;
}

}  // namespace renyi::testing
