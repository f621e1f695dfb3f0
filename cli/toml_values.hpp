// The values of a TOML document as a sweep wants them, each with its place in the file.
#pragma once

#include <toml++/toml.h>

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "cli/sweep_plan.hpp"

namespace renyi::cli {

// Refuses what is no such value, with what was expected `as` what.
class TomlValues {
 public:
  explicit TomlValues(std::string path) : path_(std::move(path)) {}

  const std::string& path() const { return path_; }
  Place place_of(const toml::source_region& source) const;
  Place place_of(const toml::node& node) const { return place_of(node.source()); }

  struct Entry {
    toml::key key = {};
    const toml::node* node = nullptr;
  };
  // As in the file; the table has them by name.
  static std::vector<Entry> in_order(const toml::table& table);

  const toml::table& table(const std::string& as, const toml::node& node) const;
  std::string text(const std::string& as, const toml::node& node) const;
  std::int64_t whole_number(const std::string& as, const toml::node& node,
                            std::int64_t least) const;

  // A text, number or truth value, or a list of them. A list within the list is one value: "50,50".
  std::vector<SweepValue> values(const std::string& as, const toml::node& node) const;
  std::vector<SweepValue> whole_numbers(const std::string& as, const toml::node& node,
                                        std::int64_t least) const;

 private:
  void require_some(const std::string& as, const toml::array& list) const;
  std::string value_text(const std::string& as, const toml::node& node) const;
  std::string joined(const std::string& as, const toml::array& list) const;

  std::string path_;
};

}  // namespace renyi::cli
