#include "renyi/inference/checkpoint_identity.hpp"

#include <fmt/format.h>

#include <set>
#include <string_view>
#include <utility>

#include "renyi/core/error.hpp"
#include "renyi/core/version.hpp"
#include "renyi/data/excerpt.hpp"

namespace renyi {
namespace {

constexpr std::string_view option_prefix = "option.";
constexpr const char* file_kind = "checkpoint";
constexpr const char* file_format = "2";

std::string option_text(double value) { return fmt::to_string(value); }
std::string option_text(std::int64_t value) { return fmt::to_string(value); }
std::string option_text(Alpha value) { return value.to_string(); }
std::string option_text(const Schedule& value) { return to_string(value); }
template <NamedEnum Enum>
std::string option_text(Enum value) {
  return std::string(to_string(value));
}

std::string why_length_matters(const TrainOptions& options) {
  if (std::holds_alternative<ExponentialDecay>(options.schedule) ||
      std::holds_alternative<CosineDecay>(options.schedule))
    return fmt::format("the schedule {} ends with the run", to_string(options.schedule));
  if (options.averaging > 0.0) return "averaging begins at a share of the run";
  return "";
}

std::map<std::string, std::string> options_in(const TensorFile& file) {
  std::map<std::string, std::string> options;
  for (const auto& [name, text] : file.metadata)
    if (name.starts_with(option_prefix)) options[name.substr(option_prefix.size())] = text;
  return options;
}

void require_metadata(const TensorFile& file, const std::string& name, const std::string& expected,
                      const char* what, const std::string& path) {
  const std::string& found = read_metadata(file, name, path);
  if (found != expected)
    throw DataError({.file = path}, fmt::format("{} {}", what, excerpt(expected)), excerpt(found));
}

// Only those that differ.
void require_options(const std::map<std::string, std::string>& expected,
                     const std::map<std::string, std::string>& found, const std::string& path) {
  std::set<std::string> names;
  for (const auto& [name, text] : expected) names.insert(name);
  for (const auto& [name, text] : found) names.insert(name);
  const auto text_in = [](const auto& options, const std::string& name) {
    const auto option = options.find(name);
    if (option == options.end()) return "no " + name;
    return name + " " + (option->second.empty() ? "''" : excerpt(option->second));
  };
  std::string here, there;
  for (const std::string& name : names) {
    const std::string wanted = text_in(expected, name), had = text_in(found, name);
    if (wanted == had) continue;
    here += (here.empty() ? "" : ", ") + wanted;
    there += (there.empty() ? "" : ", ") + had;
  }
  if (!here.empty()) throw DataError({.file = path}, "a run with " + here, "one with " + there);
}

}  // namespace

CheckpointIdentity checkpoint_identity(const std::string& kind, const TrainOptions& train,
                                       std::map<std::string, std::string> more,
                                       const std::string& data) {
  CheckpointIdentity identity{.kind = kind,
                              .options = std::move(more),
                              .data = data,
                              .epochs = train.epoch_count(),
                              .length_matters = why_length_matters(train)};
  TrainOptions::describe(train,
                         [&](const char* name, const auto& value, const char* /*explanation*/) {
                           identity.options[name] = option_text(value);
                         });
  identity.options.erase("epochs");
  identity.options["seed"] = fmt::to_string(train.seed);
  return identity;
}

void save_identity(const CheckpointIdentity& identity, TensorFile& file) {
  file.metadata["kind"] = file_kind;
  file.metadata["format"] = file_format;
  file.metadata["run"] = identity.kind;
  file.metadata["data"] = identity.data;
  file.metadata["epochs"] = fmt::to_string(identity.epochs);
  file.metadata["renyi"] = version;
  for (const auto& [name, text] : identity.options)
    file.metadata[std::string(option_prefix) + name] = text;
}

void require_identity(const CheckpointIdentity& expected, std::int64_t done, const TensorFile& file,
                      const std::string& path) {
  require_metadata(file, "kind", file_kind, "a file of kind", path);
  require_metadata(file, "format", file_format, "a checkpoint of format", path);
  require_metadata(file, "run", expected.kind, "a checkpoint of kind", path);
  require_options(expected.options, options_in(file), path);
  require_metadata(file, "data", expected.data, "a checkpoint of data", path);
  const std::string epochs = fmt::to_string(expected.epochs);
  const std::string& found = read_metadata(file, "epochs", path);
  if (found != epochs && !expected.length_matters.empty())
    throw DataError({.file = path},
                    fmt::format("a run of {} epochs, since {}", epochs, expected.length_matters),
                    fmt::format("one of {}", excerpt(found)));
  if (done > expected.epochs)
    throw DataError({.file = path}, fmt::format("at most {} finished epochs", epochs),
                    fmt::to_string(done));
}

}  // namespace renyi
