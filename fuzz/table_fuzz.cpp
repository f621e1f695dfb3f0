// Any bytes as a table, its first column as the target: nothing but DataError and UsageError may
// escape, and what was learned must give a finite design matrix on the same table.
#include <cstdint>
#include <cstdlib>
#include <string>

#include "renyi/core/error.hpp"
#include "renyi/data/table_encoding.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace renyi;
  if (size == 0) return 0;
  const unsigned choice = data[0];
  EncodingOptions options{.target = "1"};
  options.impute = static_cast<Impute>(choice & 1U);
  if ((choice & 2U) != 0) options.categorical = {"2"};
  options.raw = (choice & 4U) != 0;
  options.task = static_cast<Task>((choice >> 5U) % 3);
  TableOptions reading{.header = static_cast<HeaderLine>((choice >> 3U) % 3)};
  reading.categorical = [&](const TableHead& head) { return categorical_columns(head, options); };
  if ((choice & 0x80U) != 0) reading.max_levels = 2;
  try {
    auto source = ByteSource::of_memory({reinterpret_cast<const char*>(data) + 1, size - 1});
    const auto table = read_table(source, reading);
    const auto rows = all_rows(table.rows());
    const auto encoding = learn_encoding(table, rows, options);
    if (!encode_features(encoding, table, rows).allFinite()) std::abort();
    if (!encode_target(encoding, table, rows).allFinite()) std::abort();
  } catch (const DataError&) {
  } catch (const UsageError&) {
  }
  return 0;
}
