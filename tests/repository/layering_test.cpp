// The architecture as a test: includes point towards core, and every source has its test.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <regex>
#include <set>
#include <string>
#include <vector>

namespace {

namespace fs = std::filesystem;
const fs::path root = RENYI_SOURCE_DIR;

std::string read(const fs::path& file) {
  std::ifstream stream(file);
  return {std::istreambuf_iterator<char>(stream), {}};
}

std::vector<fs::path> sources_in(const std::string& folder) {
  std::vector<fs::path> files;
  for (const auto& entry : fs::recursive_directory_iterator(root / folder))
    if (entry.path().extension() == ".hpp" || entry.path().extension() == ".cpp")
      files.push_back(fs::relative(entry.path(), root));
  std::sort(files.begin(), files.end());
  return files;
}

// Every match of a regular expression's first group.
std::vector<std::string> matches(const std::string& text, const std::string& pattern) {
  const std::regex regex(pattern);
  std::vector<std::string> found;
  for (std::sregex_iterator match(text.begin(), text.end(), regex), end; match != end; ++match)
    found.push_back((*match)[1]);
  return found;
}

// Layer -> the layers it may include, itself among them: read off renyi/CMakeLists.txt, where a
// layer may only name layers that stand above it. That makes a cycle impossible.
std::map<std::string, std::set<std::string>> allowed_includes() {
  std::map<std::string, std::set<std::string>> allowed;
  for (const auto& call :
       matches(read(root / "renyi/CMakeLists.txt"), R"(renyi_layer\(([^)]*)\))")) {
    std::istringstream words(call);
    std::string layer;
    words >> layer;
    allowed[layer] = {layer};
    bool in_depends = false;
    for (std::string word; words >> word;) {
      if (word == "DEPENDS" || word == "PUBLIC" || word == "PRIVATE")
        in_depends = word == "DEPENDS";
      else if (in_depends) {
        EXPECT_TRUE(allowed.contains(word))
            << layer << " depends on " << word << ", declared later";
        allowed[layer].insert(allowed[word].begin(), allowed[word].end());
      }
    }
  }
  return allowed;
}

std::vector<std::string> project_includes(const fs::path& file) {
  return matches(read(root / file),
                 R"re(#include ["<]((renyi|cli|experiments|tests|bench)/[^">]*)[">])re");
}

std::string second_part(const fs::path& path) { return std::next(path.begin())->string(); }

TEST(Layering, LayersIncludeOnlyWhatTheyDependOn) {
  const auto allowed = allowed_includes();
  ASSERT_GE(allowed.size(), 4U);
  std::size_t checked = 0;
  for (const auto& file : sources_in("renyi")) {
    if (file == "renyi/renyi.hpp") continue;  // the umbrella
    const std::string layer = second_part(file);
    ASSERT_TRUE(allowed.contains(layer)) << file << " is in no layer";
    for (const auto& include : project_includes(file)) {
      ++checked;
      EXPECT_TRUE(include.starts_with("renyi/") && allowed.at(layer).contains(second_part(include)))
          << file << " includes " << include;
    }
  }
  EXPECT_GT(checked, 20U);  // the search itself works
}

TEST(Layering, TheLibraryDoesNotKnowTheToolNorTheToolItsTests) {
  for (const auto& file : sources_in("experiments"))
    for (const auto& include : project_includes(file))
      EXPECT_TRUE(include.starts_with("renyi/") || include.starts_with("experiments/"))
          << file << " includes " << include;
  for (const auto& file : sources_in("cli"))
    for (const auto& include : project_includes(file))
      EXPECT_FALSE(include.starts_with("tests/") || include.starts_with("bench/"))
          << file << " includes " << include;
}

// Sources that hold nothing to be tested on its own.
const std::set<fs::path> without_test = {
    "renyi/renyi.hpp",                    // only includes; the install test compiles it
    "renyi/core/matrix.hpp",              // only names for Eigen's types
    "renyi/report/report.hpp",            // only data
    "cli/main.cpp",                       // only calls run()
    "renyi/models/predictive_model.hpp",  // only an interface
    "renyi/inference/sep_method.hpp",     // only an interface
    "cli/command.hpp",                    // only data
    "cli/reproduce_entries.hpp",          // only data
};

TEST(Mirror, EverySourceHasItsTest) {
  for (const auto* folder : {"renyi", "experiments", "cli"})
    for (const auto& file : sources_in(folder)) {
      if (without_test.contains(file) || file.string().ends_with("-inl.hpp")) continue;
      if (file.parent_path().filename() == "simd") continue;  // the inside of kernels
      auto mirrored = folder == std::string("renyi") ? fs::relative(file, "renyi") : file;
      mirrored.replace_extension();
      EXPECT_TRUE(fs::exists(root / "tests" / (mirrored.string() + "_test.cpp")))
          << file << " has no test at tests/" << mirrored.string() << "_test.cpp";
    }
}

// Tests of what several sources do together, and of what tests measure with.
const std::set<std::string> of_several = {"data/memory_test",
                                          "inference/hamiltonian_chain_test",
                                          "inference/local_global_test",
                                          "inference/local_posteriors_test",
                                          "inference/processes_test",
                                          "inference/resumed_test",
                                          "inference/train_optima_test",
                                          "models/posteriordb_test",
                                          "models/vae_evidence_test",
                                          "page/browser_test"};

TEST(Mirror, EveryTestHasItsSource) {
  for (const auto& file : sources_in("tests")) {
    const std::string name = fs::relative(file, "tests").replace_extension().string();
    const auto suffix = name.rfind("_test");
    if (suffix == std::string::npos || name.starts_with("repository/") || of_several.contains(name))
      continue;
    const fs::path mirrored = name.substr(0, suffix);
    const fs::path kernel = mirrored.parent_path() / "simd" / mirrored.filename();
    bool found = fs::exists(root / "renyi" / (kernel.string() + "-inl.hpp"));
    for (const auto* prefix : {"renyi/", ""})
      for (const auto* extension : {".hpp", ".cpp"})
        found = found || fs::exists(root / (prefix + mirrored.string() + extension));
    EXPECT_TRUE(found) << file << " tests nothing that exists";
  }
}

}  // namespace
