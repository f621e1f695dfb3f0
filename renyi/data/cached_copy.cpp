#include "renyi/data/cached_copy.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <filesystem>

#include "renyi/core/error.hpp"
#include "renyi/data/fingerprint.hpp"

namespace renyi {

namespace {
namespace fs = std::filesystem;

// Held while a copy is made, so that processes that start together make it once. It ends with its
// process. Where a file system has no locks each makes a copy of its own, which is right too.
class CopyLock {
 public:
  explicit CopyLock(const fs::path& copy)
      : path_(copy.string() + ".lock"),
        file_(::open(path_.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, S_IRUSR | S_IWUSR)) {
    while (file_ >= 0 && ::flock(file_, LOCK_EX) != 0 && errno == EINTR) {
    }
  }
  ~CopyLock() {
    if (file_ < 0) return;
    ::unlink(path_.c_str());
    ::close(file_);
  }
  CopyLock(const CopyLock&) = delete;
  CopyLock& operator=(const CopyLock&) = delete;

 private:
  std::string path_;
  int file_;
};

}  // namespace

std::string default_cache() {
  if (const char* cache = std::getenv("XDG_CACHE_HOME"); cache != nullptr && *cache != '\0')
    return (fs::path(cache) / "renyi").string();
  if (const char* home = std::getenv("HOME"); home != nullptr && *home != '\0')
    return (fs::path(home) / ".cache" / "renyi").string();
  return (fs::temp_directory_path() / "renyi").string();
}

void require_regular_file(const std::string& path) {
  std::error_code problem;
  const auto status = fs::status(path, problem);
  if (!fs::exists(status)) throw DataError::no_input(path, "No such file or directory");
  if (!fs::is_regular_file(status))
    throw DataError({.file = path}, "a file that can be read at any place",
                    fs::is_directory(status) ? "a folder" : "a pipe or a device");
}

std::string cached_copy(const std::string& path, const std::string& cache, const CopyKind& kind,
                        const std::function<void(const std::string& copy)>& make) {
  require_regular_file(path);
  std::error_code problem;
  Fingerprint which;
  which.add_cell(fs::canonical(path, problem).string());
  which.add_cell(fmt::to_string(fs::file_size(path, problem)));
  which.add_cell(fmt::to_string(fs::last_write_time(path, problem).time_since_epoch().count()));
  if (!kind.which.empty()) which.add_cell(kind.which);
  const fs::path copy =
      fs::path(cache) /
      fmt::format("{}-{}.{}", fs::path(path).filename().string(), which.digits(), kind.ending);
  if (fs::exists(copy, problem)) return copy.string();
  fs::create_directories(cache, problem);
  if (problem) throw DataError::input_output(cache, problem.message());
  const CopyLock lock(copy);
  if (!fs::exists(copy, problem)) make(copy.string());
  return copy.string();
}

}  // namespace renyi
