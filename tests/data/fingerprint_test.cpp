#include "renyi/data/fingerprint.hpp"

#include <gtest/gtest.h>

#include <set>
#include <vector>

namespace renyi::fingerprint_test {
namespace {

std::string of(const std::vector<std::vector<std::string>>& rows) {
  Fingerprint fingerprint;
  for (const auto& row : rows) {
    for (const auto& cell : row) fingerprint.add_cell(cell);
    fingerprint.end_row();
  }
  return fingerprint.text();
}

// python3: h = 0xcbf29ce484222325
// for b in b"a\x1fb\x1f\x1e1\x1f2\x1f\x1e": h = ((h ^ b) * 0x100000001b3) % 2**64
TEST(Fingerprint, IsFnv1aOfTheCellsWithTheirEnds) {
  EXPECT_EQ(of({}), "fnv1a64:cbf29ce484222325");
  EXPECT_EQ(of({{"a", "b"}, {"1", "2"}}), "fnv1a64:01fbc9cd6f14f437");
}

// python3: the same of struct.pack("<3f", 0.0, -0.0, 1.5) + b"\x1e"
TEST(Fingerprint, OfNumbersIsFnv1aOfTheirBytes) {
  Fingerprint fingerprint;
  fingerprint.add_row(std::vector<float>{0.0F, -0.0F, 1.5F});
  EXPECT_EQ(fingerprint.text(), "fnv1a64:b0b9f22c1827c412");
}

TEST(Fingerprint, HasDigitsForNames) { EXPECT_EQ(Fingerprint().digits(), "cbf29ce484222325"); }

TEST(Fingerprint, DependsOnEveryCellAndOnWhereItEnds) {
  const std::set<std::string> all = {of({{"ab", "c"}}),   of({{"a", "bc"}}), of({{"abc"}}),
                                     of({{"a"}, {"bc"}}), of({{"a", "bd"}}), of({{"a", "bc", ""}})};
  EXPECT_EQ(all.size(), 6U);
}

}  // namespace
}  // namespace renyi::fingerprint_test
