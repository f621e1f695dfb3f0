#include "cli/toml_values.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "renyi/data/excerpt.hpp"

namespace renyi::cli {
namespace {

// What stands there, for messages.
std::string shown(const toml::node& node) {
  if (node.is_table()) return "a table";
  if (node.is_array()) return "a list";
  if (const auto* word = node.as_string())
    return word->get().empty() ? "an empty text" : excerpt(word->get());
  if (const auto* whole = node.as_integer()) return fmt::to_string(whole->get());
  if (const auto* number = node.as_floating_point()) return fmt::to_string(number->get());
  if (const auto* truth = node.as_boolean()) return truth->get() ? "true" : "false";
  return "a date or a time";
}

}  // namespace

Place TomlValues::place_of(const toml::source_region& source) const {
  return {.file = path_, .line = source.begin.line, .column = source.begin.column};
}

std::vector<TomlValues::Entry> TomlValues::in_order(const toml::table& table) {
  std::vector<Entry> entries;
  for (const auto& [key, node] : table) entries.push_back({key, &node});
  const auto position = [](const Entry& entry) {
    const auto begin = entry.key.source().begin;
    return std::pair(begin.line, begin.column);
  };
  std::sort(entries.begin(), entries.end(),
            [&](const Entry& a, const Entry& b) { return position(a) < position(b); });
  return entries;
}

const toml::table& TomlValues::table(const std::string& as, const toml::node& node) const {
  if (!node.is_table()) refuse_at(place_of(node), fmt::format("a table as {}", as), shown(node));
  return *node.as_table();
}

std::string TomlValues::text(const std::string& as, const toml::node& node) const {
  const auto* word = node.as_string();
  if (word == nullptr || word->get().empty())
    refuse_at(place_of(node), fmt::format("a text in quotes as {}", as), shown(node));
  return word->get();
}

std::int64_t TomlValues::whole_number(const std::string& as, const toml::node& node,
                                      std::int64_t least) const {
  const auto* whole = node.as_integer();
  if (whole == nullptr || whole->get() < least)
    refuse_at(place_of(node), fmt::format("a whole number from {} as {}", least, as), shown(node));
  return whole->get();
}

std::vector<SweepValue> TomlValues::values(const std::string& as, const toml::node& node) const {
  const toml::array* list = node.as_array();
  if (list == nullptr) return {{value_text(as, node), place_of(node)}};
  require_some(as, *list);
  std::vector<SweepValue> values;
  for (const toml::node& item : *list) {
    const toml::array* inner = item.as_array();
    values.push_back(
        {inner != nullptr ? joined(as, *inner) : value_text(as, item), place_of(item)});
  }
  return values;
}

std::vector<SweepValue> TomlValues::whole_numbers(const std::string& as, const toml::node& node,
                                                  std::int64_t least) const {
  const auto read = [&](const toml::node& one) {
    return SweepValue{fmt::to_string(whole_number(as, one, least)), place_of(one)};
  };
  const toml::array* list = node.as_array();
  if (list == nullptr) return {read(node)};
  require_some(as, *list);
  std::vector<SweepValue> values;
  for (const toml::node& item : *list) values.push_back(read(item));
  return values;
}

void TomlValues::require_some(const std::string& as, const toml::array& list) const {
  if (list.empty()) refuse_at(place_of(list), fmt::format("at least one value of {}", as), "none");
}

std::string TomlValues::value_text(const std::string& as, const toml::node& node) const {
  if (const auto* word = node.as_string()) return word->get();
  if (node.is_number() || node.is_boolean()) return shown(node);
  refuse_at(place_of(node), fmt::format("a number, a text, true or false as {}", as), shown(node));
}

// Of no value the empty text: no column to drop, say.
std::string TomlValues::joined(const std::string& as, const toml::array& list) const {
  std::string text;
  for (const toml::node& item : list) text += (text.empty() ? "" : ",") + value_text(as, item);
  return text;
}

}  // namespace renyi::cli
