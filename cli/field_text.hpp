// Text to and from the types that option fields have: what a flag's value may look like.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "renyi/bound/alpha.hpp"
#include "renyi/core/named_enum.hpp"
#include "renyi/inference/schedule.hpp"
#include "renyi/models/vae_architecture.hpp"
#include "renyi/report/report.hpp"

namespace renyi::cli {

// Runs `read`; a refusal "alpha: expected ..." becomes "--flag: expected ...".
void with_flag(std::string_view flag, const std::function<void()>& read);

// Runs `act`; a refusal "target: expected ..." of the library becomes "--target: expected ...".
void with_flags(const std::function<void()>& act);
// Only where it is one of these flags that is refused.
void with_flags(const std::vector<std::string>& flags, const std::function<void()>& act);

// read_field throws UsageError that names the flag, what was expected and what was found.
void read_field(std::string_view flag, const std::string& text, bool& value);
void read_field(std::string_view flag, const std::string& text, double& value);
void read_field(std::string_view flag, const std::string& text, std::int64_t& value);
void read_field(std::string_view flag, const std::string& text, std::uint64_t& value);
void read_field(std::string_view flag, const std::string& text, std::string& value);
void read_field(std::string_view flag, const std::string& text, Alpha& value);
void read_field(std::string_view flag, const std::string& text, std::vector<Alpha>& value);
void read_field(std::string_view flag, const std::string& text, Schedule& value);
void read_field(std::string_view flag, const std::string& text, std::vector<std::int64_t>& value);
void read_field(std::string_view flag, const std::string& text, std::vector<double>& value);
void read_field(std::string_view flag, const std::string& text, std::vector<std::string>& value);
void read_field(std::string_view flag, const std::string& text, VaeArchitecture& value);
template <NamedEnum Enum>
void read_field(std::string_view flag, const std::string& text, Enum& value) {
  with_flag(flag, [&] { value = parse_enum<Enum>(text); });
}

// Some value of a type, to be read over.
template <class T>
T blank() {
  if constexpr (std::is_default_constructible_v<T>)
    return T{};
  else
    return T(0.0);
}
// "auto" is nothing: the program decides.
template <class T>
void read_field(std::string_view flag, const std::string& text, std::optional<T>& value) {
  if (text == "auto") {
    value.reset();
    return;
  }
  T given = blank<T>();
  read_field(flag, text, given);
  value = std::move(given);
}

// The same value for a report; field_text() turns it into text that read_field reads.
OptionValue write_field(double value);
OptionValue write_field(std::int64_t value);
OptionValue write_field(std::uint64_t value);
OptionValue write_field(bool value);
OptionValue write_field(const std::string& value);
OptionValue write_field(Alpha value);
OptionValue write_field(const std::vector<Alpha>& value);
OptionValue write_field(const Schedule& value);
OptionValue write_field(const std::vector<std::int64_t>& value);
OptionValue write_field(const std::vector<double>& value);
OptionValue write_field(const std::vector<std::string>& value);
OptionValue write_field(const VaeArchitecture& value);
template <NamedEnum Enum>
OptionValue write_field(Enum value) {
  return std::string(to_string(value));
}

template <class T>
OptionValue write_field(const std::optional<T>& value) {
  return value ? write_field(*value) : OptionValue(std::string("auto"));
}
// As text, since "false" must be told from "auto" when a run is repeated.
OptionValue write_field(const std::optional<bool>& value);

std::string field_text(const OptionValue& value);

// What --help calls a value of the type.
inline std::string type_name(const bool& /*value*/) { return ""; }
inline std::string type_name(const double& /*value*/) { return "NUMBER"; }
inline std::string type_name(const std::int64_t& /*value*/) { return "COUNT"; }
inline std::string type_name(const std::uint64_t& /*value*/) { return "COUNT"; }
inline std::string type_name(const std::string& /*value*/) { return "TEXT"; }
inline std::string type_name(const Alpha& /*value*/) { return "ALPHA"; }
inline std::string type_name(const std::vector<Alpha>& /*value*/) { return "ALPHA,..."; }
inline std::string type_name(const Schedule& /*value*/) { return "SCHEDULE"; }
inline std::string type_name(const std::vector<std::int64_t>& /*value*/) { return "COUNT,..."; }
inline std::string type_name(const std::vector<double>& /*value*/) { return "NUMBER,..."; }
inline std::string type_name(const std::vector<std::string>& /*value*/) { return "TEXT,..."; }
inline std::string type_name(const VaeArchitecture& /*value*/) { return "ARCHITECTURE"; }
template <NamedEnum Enum>
std::string type_name(const Enum& /*value*/) {
  std::string text;
  for (const auto name : EnumNames<Enum>::names)
    text += (text.empty() ? "" : "|") + std::string(name);
  return text;
}

template <class T>
std::string type_name(const std::optional<T>& /*value*/) {
  return type_name(blank<T>());
}
inline std::string type_name(const std::optional<bool>& /*value*/) { return "true|false"; }

}  // namespace renyi::cli
