#include "cli/arguments.hpp"

#include <fmt/format.h>

#include <cctype>
#include <fstream>
#include <nlohmann/json.hpp>
#include <optional>
#include <sstream>

#include "renyi/core/error.hpp"
#include "renyi/data/json_file.hpp"

namespace renyi::cli {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t max_result_bytes = std::size_t{256} << 20U;

bool is_negative_value(const std::string& text) {
  if (text.size() < 2 || text[0] != '-') return false;
  return std::isdigit(static_cast<unsigned char>(text[1])) != 0 || text[1] == '.' ||
         text.starts_with("-inf");
}

// Takes "--config FILE" or "--config=FILE" out of the arguments.
std::optional<std::string> take_config(std::vector<std::string>& arguments) {
  const std::string flag = "--config";
  for (auto at = arguments.begin(); at != arguments.end(); ++at) {
    if (at->starts_with(flag + "=")) {
      std::string file = at->substr(flag.size() + 1);
      arguments.erase(at);
      return file;
    }
    if (*at == flag) {
      if (at + 1 == arguments.end())
        throw UsageError("--config: expected a result file, found nothing");
      std::string file = at[1];
      arguments.erase(at, at + 2);
      return file;
    }
  }
  return std::nullopt;
}

std::vector<std::string> recorded_arguments(const std::string& file) {
  const Json result = read_json_file(file, max_result_bytes);
  if (!result.is_object() || !result.contains("command") || !result["command"].is_string() ||
      !result.contains("options") || !result["options"].is_object())
    throw DataError({.file = file}, "a result that renyi printed with --format json",
                    "JSON without \"command\" and \"options\"");
  std::vector<std::string> arguments;
  std::istringstream words(result["command"].get<std::string>());
  for (std::string word; words >> word;) arguments.push_back(word);
  for (const auto& [name, value] : result["options"].items()) {
    if (value.is_null() || value == false) continue;  // as by default
    if (value.is_string() && value.get_ref<const std::string&>().empty()) continue;
    arguments.push_back("--" + name);
    if (value != true)
      arguments.back() += "=" + (value.is_string() ? value.get<std::string>() : value.dump());
  }
  return arguments;
}

std::size_t leading_words(const std::vector<std::string>& arguments) {
  std::size_t count = 0;
  while (count < arguments.size() && !arguments[count].starts_with("-")) ++count;
  return count;
}

}  // namespace

std::vector<std::string> join_negative_values(std::vector<std::string> arguments) {
  std::vector<std::string> joined;
  for (auto& argument : arguments) {
    const bool after_flag = !joined.empty() && joined.back().starts_with("--") &&
                            joined.back().size() > 2 &&
                            joined.back().find('=') == std::string::npos;
    if (after_flag && is_negative_value(argument))
      joined.back() += "=" + argument;
    else
      joined.push_back(std::move(argument));
  }
  return joined;
}

std::vector<std::string> expand_config(std::vector<std::string> arguments) {
  const auto file = take_config(arguments);
  if (!file) return arguments;
  std::vector<std::string> expanded = recorded_arguments(*file);
  // The command may be said again, but not another one.
  const std::size_t command = leading_words(expanded);
  const std::size_t repeated = std::min(command, leading_words(arguments));
  for (std::size_t i = 0; i < repeated; ++i)
    if (arguments[i] != expanded[i])
      throw UsageError(fmt::format("--config {}: expected the command '{}', found '{}'", *file,
                                   expanded[i], arguments[i]));
  expanded.insert(expanded.end(), arguments.begin() + static_cast<std::ptrdiff_t>(repeated),
                  arguments.end());
  return expanded;
}

}  // namespace renyi::cli
