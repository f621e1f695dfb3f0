// A file that appears whole or not at all: written beside its place, synced, then renamed. What the
// bytes mean is left to the callers.
#pragma once

#include <string>
#include <string_view>

namespace renyi {

// Until commit() the old file stands as it was; without commit() the temporary is removed. A
// symbolic link is followed, and the mode of the old file is kept. A device or pipe (/dev/stdout)
// is written directly, since a rename would put a plain file in its place. Failures are
// DataError::input_output.
class AtomicFile {
 public:
  explicit AtomicFile(const std::string& path);
  AtomicFile(const AtomicFile&) = delete;
  AtomicFile& operator=(const AtomicFile&) = delete;
  AtomicFile(AtomicFile&&) = delete;
  AtomicFile& operator=(AtomicFile&&) = delete;
  ~AtomicFile();

  void write(std::string_view bytes);
  void commit();

 private:
  void open_beside();
  void flush();
  [[noreturn]] void fail(const std::string& what) const;

  std::string path_;       // as the user named it: for messages
  std::string place_;      // where links lead
  std::string temporary_;  // empty when written directly
  std::string buffer_;
  int descriptor_ = -1;
};

void write_file_atomically(const std::string& path, std::string_view bytes);

// Removes what processes that were killed left of writing this file, and nothing that one still
// writes. Where it cannot, it leaves them. For files that the caller alone writes.
void remove_stale_temporaries(const std::string& path);

}  // namespace renyi
