// Any text as a stored result: nothing but DataError may escape, and what was read is written and
// read back as the same JSON, and has a page.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>

#include "renyi/core/error.hpp"
#include "renyi/report/csv_writer.hpp"
#include "renyi/report/json_reader.hpp"
#include "renyi/report/json_writer.hpp"
#include "renyi/report/page.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  try {
    const renyi::Report report = renyi::report_from_json(text, "fuzz.json");
    const std::string json = renyi::report_json(report);
    if (renyi::report_json(renyi::report_from_json(json, "again.json")) != json) std::abort();
    if (renyi::report_csv(report).empty() || renyi::report_page(report).empty()) std::abort();
  } catch (const renyi::DataError&) {
  }
  return 0;
}
