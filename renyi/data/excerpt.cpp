#include "renyi/data/excerpt.hpp"

#include <fmt/format.h>

#include <cstddef>

namespace renyi {
namespace {

constexpr std::size_t max_shown = 40;

// The length of the printable character at the start of `text`; 0 when there is none such. C1
// controls (U+0080 to U+009F) and the long forms that UTF-8 forbids are not printable.
std::size_t printable(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned first = byte(0);
  if (first < 0x80) return first >= 0x20 && first != 0x7F ? 1 : 0;
  const std::size_t length = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2;
  if (first < 0xC2 || first > 0xF4 || text.size() < length) return 0;
  for (std::size_t i = 1; i < length; ++i)
    if ((byte(i) & 0xC0U) != 0x80) return 0;
  const unsigned second = byte(1);
  const bool forbidden = (first == 0xC2 && second < 0xA0) || (first == 0xE0 && second < 0xA0) ||
                         (first == 0xED && second > 0x9F) || (first == 0xF0 && second < 0x90) ||
                         (first == 0xF4 && second > 0x8F);
  return forbidden ? 0 : length;
}

}  // namespace

std::string excerpt(std::string_view text) {
  if (text.empty()) return "an empty cell";
  std::string shown = "'";
  for (std::size_t count = 0; !text.empty(); ++count) {
    if (count == max_shown) return shown + "...'";
    const auto length = printable(text);
    if (length > 0) {
      shown += text.substr(0, length);
    } else if (text.front() == '\n') {
      shown += "\\n";
    } else if (text.front() == '\t') {
      shown += "\\t";
    } else {
      shown += fmt::format("\\x{:02x}", static_cast<unsigned char>(text.front()));
    }
    text.remove_prefix(length > 0 ? length : 1);
  }
  return shown + "'";
}

}  // namespace renyi
