// A file of which any bytes are read when they are asked for. What they mean is left to others.
#pragma once

#include <cstdint>
#include <span>
#include <string>

namespace renyi {

class PositionedFile {
 public:
  // `name` stands in messages. Throws DataError::no_input.
  PositionedFile(const std::string& path, std::string name);
  PositionedFile(const PositionedFile&) = delete;
  PositionedFile& operator=(const PositionedFile&) = delete;
  ~PositionedFile();

  const std::string& name() const { return name_; }
  std::uint64_t size() const { return size_; }

  // May be called from several threads at once. DataError where the file has become shorter.
  void read(std::uint64_t at, std::span<char> to) const;

 private:
  std::string name_;
  int descriptor_ = -1;
  std::uint64_t size_ = 0;
};

}  // namespace renyi
