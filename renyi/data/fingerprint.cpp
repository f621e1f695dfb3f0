#include "renyi/data/fingerprint.hpp"

#include <fmt/format.h>

namespace renyi {
namespace {

constexpr unsigned char cell_end = 0x1F;
constexpr unsigned char row_end = 0x1E;

}  // namespace

void Fingerprint::add_cell(std::string_view bytes) {
  for (const char byte : bytes) add(static_cast<unsigned char>(byte));
  add(cell_end);
}

void Fingerprint::end_row() { add(row_end); }

std::string Fingerprint::text() const { return fmt::format("fnv1a64:{:016x}", hash_); }

}  // namespace renyi
