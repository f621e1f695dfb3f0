#include "renyi/data/positioned_file.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>
#include <utility>

#include "renyi/core/error.hpp"

namespace renyi {

PositionedFile::PositionedFile(const std::string& path, std::string name) : name_(std::move(name)) {
  // NOLINTNEXTLINE(cppcoreguidelines-pro-type-vararg): POSIX has it so
  descriptor_ = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  struct stat status {};
  if (descriptor_ < 0 || ::fstat(descriptor_, &status) != 0) {
    const std::string reason = std::generic_category().message(errno);
    if (descriptor_ >= 0) ::close(descriptor_);
    throw DataError::no_input(name_, reason);
  }
  size_ = static_cast<std::uint64_t>(status.st_size);
}

PositionedFile::~PositionedFile() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

void PositionedFile::read(std::uint64_t at, std::span<char> to) const {
  std::size_t done = 0;
  while (done < to.size()) {
    const auto some =
        ::pread(descriptor_, to.data() + done, to.size() - done, static_cast<off_t>(at + done));
    if (some < 0 && errno == EINTR) continue;
    if (some <= 0)
      throw DataError::input_output(name_, some == 0 ? "the file has become shorter"
                                                     : std::generic_category().message(errno));
    done += static_cast<std::size_t>(some);
  }
}

}  // namespace renyi
