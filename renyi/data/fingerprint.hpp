// Tells whether data are still the same: FNV-1a of 64 bits, which any language has in three lines.
// Good against accidents, not against malice.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace renyi {

class Fingerprint {
 public:
  // The bytes of one cell, and what stands between cells: 0x1F after each, 0x1E after each row.
  void add_cell(std::string_view bytes);
  void end_row();
  // A whole row of numbers: their bytes as IEEE 754 in single precision, little-endian, and 0x1E.
  void add_row(std::span<const float> numbers);
  // "fnv1a64:" and 16 hexadecimal digits; the digits alone, for names of files.
  std::string text() const;
  std::string digits() const;

 private:
  static constexpr std::uint64_t prime = 0x100000001b3U;

  void add(unsigned char byte) { hash_ = (hash_ ^ byte) * prime; }

  std::uint64_t hash_ = 0xcbf29ce484222325U;
};

}  // namespace renyi
