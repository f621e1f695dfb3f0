#include "renyi/data/byte_reader.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <memory>
#include <system_error>
#include <utility>

#include "renyi/core/error.hpp"

namespace renyi {
namespace {

std::string reason(int error) { return std::generic_category().message(error); }

class File {
 public:
  explicit File(const std::string& path) : name_(shown_path(path)) {
    if (path != "-") {
      // NOLINTNEXTLINE(cppcoreguidelines-pro-type-vararg): POSIX has it so
      descriptor_ = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
      if (descriptor_ < 0) throw DataError::no_input(name_, reason(errno));
      owned_ = std::make_unique<Closer>(descriptor_);
    }
    // open(2) takes a folder, and only read(2) refuses it.
    struct stat status {};
    if (::fstat(descriptor_, &status) != 0) throw DataError::no_input(name_, reason(errno));
    if (S_ISDIR(status.st_mode)) throw DataError::no_input(name_, reason(EISDIR));
  }

  std::size_t read(std::span<char> out) const {
    while (true) {
      const auto count = ::read(descriptor_, out.data(), out.size());
      if (count >= 0) return static_cast<std::size_t>(count);
      if (errno != EINTR) throw DataError::input_output(name_, "cannot read: " + reason(errno));
    }
  }

 private:
  struct Closer {
    int descriptor;
    explicit Closer(int open) : descriptor(open) {}
    Closer(const Closer&) = delete;
    Closer& operator=(const Closer&) = delete;
    Closer(Closer&&) = delete;
    Closer& operator=(Closer&&) = delete;
    ~Closer() { ::close(descriptor); }
  };

  std::string name_;
  int descriptor_ = STDIN_FILENO;
  std::unique_ptr<Closer> owned_;  // standard input stays open: it is not ours
};

}  // namespace

ByteReader read_file(const std::string& path) {
  return [file = std::make_shared<File>(path)](std::span<char> out) { return file->read(out); };
}

ByteReader read_memory(std::string bytes) {
  return [bytes = std::move(bytes), at = std::size_t{0}](std::span<char> out) mutable {
    const auto count = std::min(out.size(), bytes.size() - at);
    std::copy_n(bytes.data() + at, count, out.data());
    at += count;
    return count;
  };
}

std::string shown_path(const std::string& path) {
  if (path == "-") return "standard input";
  return path.empty() ? "''" : path;
}

}  // namespace renyi
