#include "cli/sweep_file.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "cli/toml_values.hpp"
#include "renyi/data/excerpt.hpp"
#include "renyi/data/nearest_name.hpp"

namespace renyi::cli {
namespace {

namespace fs = std::filesystem;

class SweepReader {
 public:
  explicit SweepReader(const std::string& path) : toml_(path) { plan_.file = path; }

  SweepPlan read(const toml::table& root) {
    for (const auto& [key, node] : TomlValues::in_order(root)) read_entry(key, *node);
    if (!has_fit_) refuse_at({.file = plan_.file}, "fit = \"bnn\" or \"vae\"", "neither");
    if (test_draws_ && plan_.fit != SweepKind::vae)
      refuse_at(*test_draws_, "fit = \"vae\" with test_draws",
                fmt::format("fit = \"{}\"", to_string(plan_.fit)));
    if (plan_.store.empty()) plan_.store = fs::path(plan_.file).replace_extension(".db").string();
    return std::move(plan_);
  }

 private:
  void read_entry(const toml::key& key, const toml::node& node) {
    const std::string name(key.str());
    if (name == "fit")
      read_fit(node);
    else if (name == "data")
      plan_.data = beside(toml_.values(name, node));
    else if (name == "test")
      plan_.test = SweepValue{beside(toml_.text(name, node)), toml_.place_of(node)};
    else if (name == "test_draws")
      read_test_draws(node);
    else if (name == "seeds")
      plan_.seeds = toml_.whole_numbers(name, node, 0);
    else if (name == "store")
      plan_.store = beside(toml_.text(name, node));
    else if (name == "keep_models")
      plan_.keep_models = beside(toml_.text(name, node));
    else if (name == "options")
      read_options(toml_.table(name, node));
    else
      refuse_key(key);
  }

  [[noreturn]] void refuse_key(const toml::key& key) const {
    const std::vector<std::string> names = {"fit",   "data",  "test",        "test_draws",
                                            "seeds", "store", "keep_models", "options"};
    refuse_at(
        toml_.place_of(key.source()),
        fmt::format("one of {} (options of the fit go below [options])", fmt::join(names, ", ")),
        excerpt(key.str()) + perhaps_meant(names, key.str()));
  }

  void read_fit(const toml::node& node) {
    const std::string name = toml_.text("fit", node);
    try {
      plan_.fit = parse_enum<SweepKind>(name);
    } catch (const UsageError&) {
      refuse_at(toml_.place_of(node), list_names<SweepKind>() + " as fit", excerpt(name));
    }
    has_fit_ = true;
  }

  void read_test_draws(const toml::node& node) {
    plan_.test_draws = toml_.whole_number("test_draws", node, 1);
    test_draws_ = toml_.place_of(node);
  }

  void read_options(const toml::table& table) {
    for (const auto& [key, node] : TomlValues::in_order(table)) {
      const std::string name(key.str());
      std::vector<SweepValue> values = toml_.values(name, *node);
      if (name == "validate-images") values = beside(std::move(values));
      plan_.options.push_back(
          {.name = name, .place = toml_.place_of(key.source()), .values = std::move(values)});
    }
  }

  // Paths are relative to the file.
  std::string beside(const std::string& text) const {
    return (fs::path(plan_.file).parent_path() / text).string();
  }
  std::vector<SweepValue> beside(std::vector<SweepValue> values) const {
    for (SweepValue& value : values) value.text = beside(value.text);
    return values;
  }

  TomlValues toml_;
  SweepPlan plan_ = {};
  bool has_fit_ = false;
  std::optional<Place> test_draws_ = {};
};

}  // namespace

SweepPlan parse_sweep(const std::string& text, const std::string& path) {
  try {
    return SweepReader(path).read(toml::parse(text, path));
  } catch (const toml::parse_error& error) {
    const auto begin = error.source().begin;
    throw DataError({.file = path, .line = begin.line, .column = begin.column}, "TOML",
                    fmt::format("a mistake ({})", error.description()));
  }
}

SweepPlan read_sweep_file(const std::string& path) {
  errno = 0;
  std::ifstream file(path, std::ios::binary);
  if (!file) throw DataError::no_input(path, std::strerror(errno));
  if (fs::is_directory(path)) throw DataError::no_input(path, "it is a folder");
  return parse_sweep({std::istreambuf_iterator<char>(file), {}}, path);
}

}  // namespace renyi::cli
