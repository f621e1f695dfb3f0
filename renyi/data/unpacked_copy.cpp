#include "renyi/data/unpacked_copy.hpp"

#include <fmt/format.h>

#include <array>
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "renyi/core/atomic_file.hpp"
#include "renyi/core/error.hpp"
#include "renyi/data/byte_source.hpp"
#include "renyi/data/fingerprint.hpp"
#include "renyi/data/gzip.hpp"

namespace renyi {
namespace {

namespace fs = std::filesystem;

bool is_packed(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::array<char, gzip_magic.size()> start{};
  return file.read(start.data(), start.size()) &&
         std::string_view(start.data(), start.size()) == gzip_magic;
}

}  // namespace

std::string default_cache() {
  if (const char* cache = std::getenv("XDG_CACHE_HOME"); cache != nullptr && *cache != '\0')
    return (fs::path(cache) / "renyi").string();
  if (const char* home = std::getenv("HOME"); home != nullptr && *home != '\0')
    return (fs::path(home) / ".cache" / "renyi").string();
  return (fs::temp_directory_path() / "renyi").string();
}

std::string unpacked_copy(const std::string& path, const std::string& cache) {
  std::error_code problem;
  const auto status = fs::status(path, problem);
  if (!fs::exists(status)) throw DataError::no_input(path, "No such file or directory");
  if (!fs::is_regular_file(status))
    throw DataError({.file = path}, "a file that can be read at any place",
                    fs::is_directory(status) ? "a folder" : "a pipe or a device");
  if (!is_packed(path)) return path;
  Fingerprint which;
  which.add_cell(fs::canonical(path, problem).string());
  which.add_cell(fmt::to_string(fs::file_size(path, problem)));
  which.add_cell(fmt::to_string(fs::last_write_time(path, problem).time_since_epoch().count()));
  const fs::path copy =
      fs::path(cache) / fmt::format("{}-{}.unpacked", fs::path(path).filename().string(),
                                    which.text().substr(std::string_view("fnv1a64:").size()));
  if (fs::exists(copy, problem)) return copy.string();
  fs::create_directories(cache, problem);
  if (problem) throw DataError::input_output(cache, problem.message());
  auto source = ByteSource::open(path);
  AtomicFile file(copy.string());
  for (auto next = source.peek(); !next.empty(); next = source.peek()) {
    file.write(next);
    source.skip(next.size());
  }
  file.commit();
  return copy.string();
}

}  // namespace renyi
