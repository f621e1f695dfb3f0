#include "renyi/data/json_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "renyi/core/error.hpp"
#include "renyi/data/byte_source.hpp"

namespace renyi {
namespace {

// The library says "[json.exception...] parse error at line 1, column 2: syntax error while
// parsing value - invalid literal; last read: 'x'": the end of it is for people.
std::string reason_of(const nlohmann::json::parse_error& error) {
  const std::string text = error.what();
  const auto start = text.find(": ");
  return start == std::string::npos ? text : text.substr(start + 2);
}

}  // namespace

nlohmann::ordered_json parse_json(std::string_view text, const std::string& name) {
  try {
    return nlohmann::ordered_json::parse(text);
  } catch (const nlohmann::json::parse_error& error) {
    const std::size_t end = std::min(text.size(), std::max<std::size_t>(error.byte, 1) - 1);
    const std::string_view before = text.substr(0, end);
    const std::size_t line_start = before.rfind('\n') + 1;  // npos + 1 is 0
    throw DataError({.file = name,
                     .line = 1 + std::count(before.begin(), before.end(), '\n'),
                     .column = static_cast<std::int64_t>(end - line_start) + 1},
                    "JSON", reason_of(error));
  } catch (const nlohmann::json::out_of_range&) {
    throw DataError({.file = name}, "numbers within double precision", "a larger one");
  }
}

nlohmann::ordered_json read_json_file(const std::string& file, std::size_t max_bytes) {
  ByteSource source = ByteSource::open(file);
  std::string text;
  for (auto chunk = source.peek(); !chunk.empty(); chunk = source.peek()) {
    text += chunk;
    source.skip(chunk.size());
    if (text.size() > max_bytes)
      throw DataError({.file = file}, fmt::format("JSON of at most {} bytes", max_bytes), "more");
  }
  return parse_json(text, source.name());
}

}  // namespace renyi
