// Tells whether data are still the same: FNV-1a of 64 bits, which any language has in three lines.
// Good against accidents, not against malice.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace renyi {

class Fingerprint {
 public:
  // The bytes of one cell, and what stands between cells: 0x1F after each, 0x1E after each row.
  void add_cell(std::string_view bytes);
  void end_row();
  // "fnv1a64:" and 16 hexadecimal digits.
  std::string text() const;

 private:
  void add(unsigned char byte) { hash_ = (hash_ ^ byte) * 0x100000001b3U; }

  std::uint64_t hash_ = 0xcbf29ce484222325U;
};

}  // namespace renyi
