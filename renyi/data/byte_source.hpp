// The one door through which readers get bytes: buffered, with look-ahead, gzip unpacked, never
// more than one buffer in memory. What the bytes mean is left to the readers.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "renyi/data/byte_reader.hpp"

namespace renyi {

class ByteSource {
 public:
  static constexpr std::size_t buffer_size = std::size_t{64} * 1024;

  // `name` stands in messages.
  ByteSource(std::string name, ByteReader reader);
  // A path, or "-" for standard input. Throws DataError::no_input.
  static ByteSource open(const std::string& path);
  static ByteSource of_memory(std::string bytes, std::string name = "memory");

  const std::string& name() const { return name_; }

  // What comes next, without taking it: at least `at_least` bytes (no more than buffer_size), fewer
  // only when the input ends there. Valid until the next call of any member.
  std::string_view peek(std::size_t at_least = 1);
  // Takes bytes that peek() has shown.
  void skip(std::size_t count) {
    begin_ += count;
    position_ += count;
  }
  // How many bytes were taken.
  std::uint64_t position() const { return position_; }
  // Takes bytes into `out`; fewer than it holds only at the end.
  std::size_t read(std::span<char> out);

 private:
  std::string name_;
  ByteReader reader_;
  std::vector<char> buffer_;
  std::size_t begin_ = 0;
  std::size_t end_ = 0;
  std::uint64_t position_ = 0;
  bool ended_ = false;  // a terminal that has ended once must not be asked again
};

}  // namespace renyi
