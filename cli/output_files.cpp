#include "cli/output_files.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <system_error>

#include "renyi/core/atomic_file.hpp"
#include "renyi/core/error.hpp"

namespace renyi::cli {
namespace {

namespace fs = std::filesystem;

// Devices and pipes may be read and written as often as one likes.
bool is_special(const std::string& path) {
  std::error_code none;
  return fs::is_other(fs::status(path, none));
}

bool is_same_file(const std::string& one, const std::string& other) {
  std::error_code none;
  if (fs::equivalent(one, other, none)) return true;
  const fs::path first = fs::weakly_canonical(one, none);
  return !none && first == fs::weakly_canonical(other, none) && !none;
}

void require_other_than(const NamedFile& file, const std::vector<NamedFile>& others) {
  for (const NamedFile& other : others)
    if (!other.path.empty() && is_same_file(file.path, other.path))
      throw UsageError(fmt::format("--{}: expected another file than that of '{}', found {}",
                                   file.option, other.option, file.path));
}

}  // namespace

void check_output_files(const std::vector<NamedFile>& read, const std::vector<NamedFile>& written) {
  std::vector<NamedFile> before;
  for (const NamedFile& file : written) {
    if (file.path == "-")
      throw UsageError(fmt::format(
          "--{}: expected a file, found -, which is standard input; /dev/stdout is standard output",
          file.option));
    if (file.path.empty() || is_special(file.path)) continue;
    require_other_than(file, read);
    require_other_than(file, before);
    const AtomicFile place(file.path);  // not committed
    before.push_back(file);
  }
}

}  // namespace renyi::cli
