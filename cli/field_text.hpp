// Text to and from the types that option fields have: what a flag's value may look like.
#pragma once

#include <cstdint>
#include <functional>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "renyi/bound/alpha.hpp"
#include "renyi/core/named_enum.hpp"

namespace renyi::cli {

// Runs `read`; a refusal "alpha: expected ..." becomes "--flag: expected ...".
void with_flag(std::string_view flag, const std::function<void()>& read);

// read_field throws UsageError that names the flag, what was expected and what was found.
void read_field(std::string_view flag, const std::string& text, double& value);
void read_field(std::string_view flag, const std::string& text, std::int64_t& value);
void read_field(std::string_view flag, const std::string& text, std::uint64_t& value);
void read_field(std::string_view flag, const std::string& text, std::string& value);
void read_field(std::string_view flag, const std::string& text, std::vector<Alpha>& value);
void read_field(std::string_view flag, const std::string& text, std::vector<std::int64_t>& value);
template <NamedEnum Enum>
void read_field(std::string_view flag, const std::string& text, Enum& value) {
  with_flag(flag, [&] { value = parse_enum<Enum>(text); });
}

// The same value as JSON that field_text() turns into text that read_field reads.
nlohmann::ordered_json write_field(double value);
nlohmann::ordered_json write_field(std::int64_t value);
nlohmann::ordered_json write_field(std::uint64_t value);
nlohmann::ordered_json write_field(bool value);
nlohmann::ordered_json write_field(const std::string& value);
nlohmann::ordered_json write_field(const std::vector<Alpha>& value);
nlohmann::ordered_json write_field(const std::vector<std::int64_t>& value);
template <NamedEnum Enum>
nlohmann::ordered_json write_field(Enum value) {
  return std::string(to_string(value));
}

std::string field_text(const nlohmann::ordered_json& value);

// What --help calls a value of the type.
inline std::string type_name(const double& /*value*/) { return "NUMBER"; }
inline std::string type_name(const std::int64_t& /*value*/) { return "COUNT"; }
inline std::string type_name(const std::uint64_t& /*value*/) { return "COUNT"; }
inline std::string type_name(const std::string& /*value*/) { return "TEXT"; }
inline std::string type_name(const std::vector<Alpha>& /*value*/) { return "ALPHA,..."; }
inline std::string type_name(const std::vector<std::int64_t>& /*value*/) { return "COUNT,..."; }
template <NamedEnum Enum>
std::string type_name(const Enum& /*value*/) {
  return list_names<Enum>();
}

}  // namespace renyi::cli
