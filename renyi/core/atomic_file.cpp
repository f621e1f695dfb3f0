#include "renyi/core/atomic_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <random>
#include <system_error>
#include <utility>
#include <vector>

#include "renyi/core/error.hpp"

namespace renyi {
namespace {

constexpr std::size_t buffer_size = std::size_t{64} * 1024;
constexpr mode_t new_file_mode = 0666;  // less the umask
constexpr mode_t permission_bits = 0777;
constexpr int attempts = 100;
constexpr std::string_view temporary_mark = ".tmp-";  // then eight hexadecimal digits
constexpr std::size_t temporary_digits = 8;

int open_file(const std::string& path, int flags) {
  // NOLINTNEXTLINE(cppcoreguidelines-pro-type-vararg): POSIX has it so
  return ::open(path.c_str(), flags | O_CLOEXEC, new_file_mode);
}

// A rename is durable only when its folder is synced. Some file systems refuse; the rename stands.
void sync_folder(const std::string& file) {
  const auto folder = std::filesystem::path(file).parent_path();
  const int descriptor = open_file(folder.empty() ? "." : folder.string(), O_RDONLY | O_DIRECTORY);
  if (descriptor < 0) return;
  ::fsync(descriptor);
  ::close(descriptor);
}

// Where links lead that lead to nothing yet; those in a circle lead nowhere.
std::filesystem::path end_of_links(std::filesystem::path place) {
  constexpr int most_links = 40;  // as the system has it
  std::error_code none;
  for (int link = 0; link < most_links && std::filesystem::is_symlink(place, none); ++link)
    place = place.parent_path() / std::filesystem::read_symlink(place, none);
  return place;
}

// Where links lead.
std::string place_of(const std::string& path) {
  std::error_code none;
  if (!std::filesystem::is_symlink(path, none)) return path;
  if (!std::filesystem::exists(path, none)) return end_of_links(path).string();
  const auto target = std::filesystem::weakly_canonical(path, none);
  return none ? path : target.string();
}

bool is_temporary_of(std::string_view file, std::string_view name) {
  if (!name.starts_with(file)) return false;
  name.remove_prefix(file.size());
  if (!name.starts_with(temporary_mark)) return false;
  name.remove_prefix(temporary_mark.size());
  return name.size() == temporary_digits &&
         name.find_first_not_of("0123456789abcdef") == std::string_view::npos;
}

// The writer's lock, which the end of its process gives back. Whoever removes what is stale may
// have been faster; file systems without locks have neither.
bool lock_temporary(int descriptor) {
  if (::flock(descriptor, LOCK_EX | LOCK_NB) != 0) return errno != EWOULDBLOCK;
  struct stat status {};
  return ::fstat(descriptor, &status) != 0 || status.st_nlink > 0;
}

void remove_if_stale(const std::filesystem::path& temporary) {
  const int descriptor = open_file(temporary.string(), O_WRONLY | O_NOFOLLOW | O_NONBLOCK);
  if (descriptor < 0) return;
  if (::flock(descriptor, LOCK_EX | LOCK_NB) == 0) ::unlink(temporary.c_str());
  ::close(descriptor);
}

}  // namespace

AtomicFile::AtomicFile(const std::string& path) : path_(path), place_(place_of(path)) {
  struct stat status {};
  const bool exists = ::stat(place_.c_str(), &status) == 0;
  if (!exists && errno == ELOOP) fail("cannot write");
  if (exists && S_ISDIR(status.st_mode)) {
    errno = EISDIR;
    fail("cannot write");
  }
  if (exists && !S_ISREG(status.st_mode)) {
    descriptor_ = open_file(place_, O_WRONLY);
    if (descriptor_ < 0) fail("cannot write");
    return;
  }
  open_beside();
  if (exists) ::fchmod(descriptor_, status.st_mode & permission_bits);
}

// Not mkstemp: its mode of 0600 would hide results from the group, and the umask cannot be read
// without a race.
void AtomicFile::open_beside() {
  std::random_device random;
  for (int attempt = 0; attempt < attempts; ++attempt) {
    temporary_ = fmt::format("{}{}{:0{}x}", place_, temporary_mark, random(), temporary_digits);
    descriptor_ = open_file(temporary_, O_WRONLY | O_CREAT | O_EXCL);
    if (descriptor_ >= 0 && lock_temporary(descriptor_)) return;
    if (descriptor_ >= 0)
      ::close(std::exchange(descriptor_, -1));
    else if (errno != EEXIST)
      break;
  }
  temporary_.clear();
  fail("cannot create");
}

AtomicFile::~AtomicFile() {
  if (descriptor_ >= 0) ::close(descriptor_);
  if (!temporary_.empty()) ::unlink(temporary_.c_str());
}

void AtomicFile::write(std::string_view bytes) {
  while (!bytes.empty()) {
    const auto part = bytes.substr(0, buffer_size - buffer_.size());
    buffer_.append(part);
    bytes.remove_prefix(part.size());
    if (buffer_.size() == buffer_size) flush();
  }
}

void AtomicFile::flush() {
  std::string_view rest = buffer_;
  while (!rest.empty()) {
    const auto written = ::write(descriptor_, rest.data(), rest.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) fail("cannot write");
    rest.remove_prefix(static_cast<std::size_t>(written));
  }
  buffer_.clear();
}

void AtomicFile::commit() {
  flush();
  if (!temporary_.empty() && ::fsync(descriptor_) != 0) fail("cannot write");
  const int descriptor = descriptor_;
  descriptor_ = -1;
  if (::close(descriptor) != 0) fail("cannot write");
  if (temporary_.empty()) return;
  if (::rename(temporary_.c_str(), place_.c_str()) != 0) fail("cannot rename into place");
  temporary_.clear();
  sync_folder(place_);
}

void AtomicFile::fail(const std::string& what) const {
  throw DataError::input_output(
      path_, fmt::format("{}: {}", what, std::generic_category().message(errno)));
}

void write_file_atomically(const std::string& path, std::string_view bytes) {
  AtomicFile file(path);
  file.write(bytes);
  file.commit();
}

void remove_stale_temporaries(const std::string& path) {
  const std::filesystem::path place = place_of(path);
  const std::string name = place.filename().string();
  const auto folder = place.parent_path();
  std::error_code none;
  std::vector<std::filesystem::path> found;
  std::filesystem::directory_iterator entry(folder.empty() ? "." : folder, none), end;
  for (; !none && entry != end; entry.increment(none))
    if (is_temporary_of(name, entry->path().filename().string()) && entry->is_regular_file(none))
      found.push_back(entry->path());
  std::ranges::for_each(found, remove_if_stale);
}

}  // namespace renyi
