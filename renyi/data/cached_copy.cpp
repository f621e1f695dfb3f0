#include "renyi/data/cached_copy.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>

#include "renyi/core/atomic_file.hpp"
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

// All that tells the file from what it was before, or from another one in its place.
std::string digits_of(const std::string& path, const CopyKind& kind) {
  std::error_code problem;
  struct stat status {};
  if (::stat(path.c_str(), &status) != 0) throw DataError::no_input(path, std::strerror(errno));
  Fingerprint which;
  which.add_cell(fs::canonical(path, problem).string());
  for (const auto number :
       {static_cast<std::int64_t>(status.st_ino), static_cast<std::int64_t>(status.st_size),
        std::int64_t{status.st_mtim.tv_sec}, std::int64_t{status.st_mtim.tv_nsec},
        std::int64_t{status.st_ctim.tv_sec}, std::int64_t{status.st_ctim.tv_nsec}})
    which.add_cell(fmt::to_string(number));
  if (!kind.which.empty()) which.add_cell(kind.which);
  return which.digits();
}

// What was noted of a copy when it was made: whoever has written to it since has changed that.
std::string note_path(const fs::path& copy) { return copy.string() + ".note"; }

std::string note_of(const fs::path& copy) {
  struct stat status {};
  if (::stat(copy.c_str(), &status) != 0) return "";
  return fmt::format("{} bytes at {}.{:09}", status.st_size, status.st_mtim.tv_sec,
                     status.st_mtim.tv_nsec);
}

bool is_as_it_was_made(const fs::path& copy) {
  std::string noted;
  const std::string found = note_of(copy);
  return !found.empty() && std::getline(std::ifstream(note_path(copy)), noted) && noted == found;
}

}  // namespace

std::string default_cache() {
  if (const char* cache = std::getenv("XDG_CACHE_HOME"); cache != nullptr && *cache == '/')
    return (fs::path(cache) / "renyi").string();
  if (const char* home = std::getenv("HOME"); home != nullptr && *home != '\0')
    return (fs::path(home) / ".cache" / "renyi").string();
  return (fs::temp_directory_path() / fmt::format("renyi-{}", ::getuid())).string();
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
  const fs::path copy =
      fs::path(cache) / fmt::format("{}-{}.{}", fs::path(path).filename().string(),
                                    digits_of(path, kind), kind.ending);
  if (is_as_it_was_made(copy)) return copy.string();
  fs::create_directories(cache, problem);
  if (problem) throw DataError::input_output(cache, problem.message());
  const CopyLock lock(copy);
  if (is_as_it_was_made(copy)) return copy.string();
  remove_stale_temporaries(copy.string());
  make(copy.string());
  write_file_atomically(note_path(copy), note_of(copy) + "\n");
  return copy.string();
}

}  // namespace renyi
