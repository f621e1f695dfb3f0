#include "renyi/data/fingerprint.hpp"

#include <fmt/format.h>

#include <bit>

namespace renyi {
namespace {

constexpr unsigned char cell_end = 0x1F;
constexpr unsigned char row_end = 0x1E;

}  // namespace

void Fingerprint::add_cell(std::string_view bytes) {
  for (const char byte : bytes) add(static_cast<unsigned char>(byte));
  add(cell_end);
}

void Fingerprint::add_row(std::span<const float> numbers) {
  for (const float number : numbers) {
    const auto bits = std::bit_cast<std::uint32_t>(number);
    if (bits == 0) {  // most pixels of most images: four bytes of zero at once
      hash_ *= prime * prime * prime * prime;
      continue;
    }
    for (unsigned shift = 0; shift < 32; shift += 8)
      add(static_cast<unsigned char>(bits >> shift & 0xFFU));
  }
  end_row();
}

void Fingerprint::end_row() { add(row_end); }

std::string Fingerprint::text() const { return "fnv1a64:" + digits(); }

std::string Fingerprint::digits() const { return fmt::format("{:016x}", hash_); }

}  // namespace renyi
