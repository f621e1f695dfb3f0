#include "cli/field_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>

#include "renyi/core/error.hpp"
#include "renyi/report/cell_text.hpp"

namespace renyi::cli {
namespace {

[[noreturn]] void refuse(std::string_view flag, std::string_view expected, std::string_view text) {
  throw UsageError(fmt::format("--{}: expected {}, found '{}'", flag, expected, text));
}

template <class Number>
void read_number(std::string_view flag, std::string_view expected, std::string_view text,
                 Number& value) {
  const char* end = text.data() + text.size();
  const auto [stop, problem] = std::from_chars(text.data(), end, value);
  if (problem != std::errc() || stop != end) refuse(flag, expected, text);
}

std::vector<std::string> split(std::string_view text) {
  std::vector<std::string> parts;
  while (true) {
    const auto comma = text.find(',');
    parts.emplace_back(text.substr(0, comma));
    if (comma == std::string_view::npos) return parts;
    text.remove_prefix(comma + 1);
  }
}

}  // namespace

void with_flag(std::string_view flag, const std::function<void()>& read) {
  try {
    read();
  } catch (const UsageError& error) {
    const std::string text = error.what();
    throw UsageError(fmt::format("--{}{}", flag, text.substr(text.find(": "))));
  }
}

void with_flags(const std::function<void()>& act) {
  try {
    act();
  } catch (const UsageError& error) {
    throw UsageError(std::string(std::string_view(error.what()).starts_with("--") ? "" : "--") +
                     error.what());
  }
}

void with_flags(const std::vector<std::string>& flags, const std::function<void()>& act) {
  try {
    act();
  } catch (const UsageError& error) {
    const std::string text = error.what();
    const bool is_flag = std::ranges::count(flags, text.substr(0, text.find(':'))) > 0;
    throw UsageError((is_flag ? "--" : "") + text);
  }
}

void read_field(std::string_view flag, const std::string& text, bool& value) {
  if (text != "true" && text != "false") refuse(flag, "true or false", text);
  value = text == "true";
}

void read_field(std::string_view flag, const std::string& text, double& value) {
  read_number(flag, "a number", text, value);
  if (std::isnan(value)) refuse(flag, "a number", text);
}

void read_field(std::string_view flag, const std::string& text, std::int64_t& value) {
  read_number(flag, "a whole number", text, value);
}

void read_field(std::string_view flag, const std::string& text, std::uint64_t& value) {
  read_number(flag, "a whole number from 0", text, value);
}

void read_field(std::string_view /*flag*/, const std::string& text, std::string& value) {
  value = text;
}

void read_field(std::string_view flag, const std::string& text, Alpha& value) {
  with_flag(flag, [&] { value = Alpha::parse(text); });
}

void read_field(std::string_view flag, const std::string& text, Schedule& value) {
  with_flag(flag, [&] { value = parse_schedule(text); });
}

void read_field(std::string_view flag, const std::string& text, std::vector<Alpha>& value) {
  with_flag(flag, [&] { value = Alpha::parse_list(text); });
}

void read_field(std::string_view flag, const std::string& text, std::vector<std::int64_t>& value) {
  value.clear();
  for (const std::string& part : split(text))
    read_number(flag, "whole numbers separated by commas", part, value.emplace_back());
}

void read_field(std::string_view flag, const std::string& text, std::vector<double>& value) {
  value.clear();
  for (const std::string& part : split(text)) {
    read_number(flag, "numbers separated by commas", part, value.emplace_back());
    if (std::isnan(value.back())) refuse(flag, "numbers separated by commas", part);
  }
}

void read_field(std::string_view flag, const std::string& text, std::vector<std::string>& value) {
  value = text.empty() ? std::vector<std::string>() : split(text);
  for (const std::string& part : value)
    if (part.empty()) refuse(flag, "names separated by commas", text);
}

void read_field(std::string_view flag, const std::string& text, VaeArchitecture& value) {
  with_flag(flag, [&] { value = parse_architecture(text); });
}

OptionValue write_field(double value) { return value; }
OptionValue write_field(std::int64_t value) { return value; }
OptionValue write_field(std::uint64_t value) { return value; }
OptionValue write_field(bool value) { return value; }
OptionValue write_field(const std::string& value) { return value; }

OptionValue write_field(Alpha value) { return value.to_string(); }
OptionValue write_field(const Schedule& value) { return to_string(value); }

OptionValue write_field(const std::vector<Alpha>& value) {
  std::string text;
  for (const Alpha alpha : value) text += (text.empty() ? "" : ",") + alpha.to_string();
  return text;
}

OptionValue write_field(const std::vector<std::int64_t>& value) {
  return fmt::format("{}", fmt::join(value, ","));
}

OptionValue write_field(const std::vector<double>& value) {
  return fmt::format("{}", fmt::join(value, ","));
}

OptionValue write_field(const std::vector<std::string>& value) {
  return fmt::format("{}", fmt::join(value, ","));
}

OptionValue write_field(const VaeArchitecture& value) { return to_string(value); }

OptionValue write_field(const std::optional<bool>& value) {
  return std::string(!value ? "auto" : *value ? "true" : "false");
}

std::string field_text(const OptionValue& value) { return option_text(value); }

}  // namespace renyi::cli
