#include "renyi/report/base64.hpp"

#include <cstddef>
#include <cstdint>

namespace renyi {
namespace {

constexpr std::string_view letters =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

}  // namespace

std::string base64(std::string_view bytes) {
  std::string text;
  text.reserve((bytes.size() + 2) / 3 * 4);
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    const std::size_t count = bytes.size() - i < 3 ? bytes.size() - i : 3;
    std::uint32_t bits = 0;
    for (std::size_t j = 0; j < 3; ++j)
      bits = bits << 8U | (j < count ? static_cast<unsigned char>(bytes[i + j]) : 0U);
    for (std::size_t j = 0; j < 4; ++j)
      text += j <= count ? letters[bits >> (18 - 6 * j) & 63U] : '=';
  }
  return text;
}

std::optional<std::string> from_base64(std::string_view text) {
  std::string bytes;
  std::uint32_t bits = 0;
  std::string_view body = text;
  while (body.ends_with('=') && text.size() - body.size() < 2) body.remove_suffix(1);
  for (std::size_t i = 0; i < body.size(); ++i) {
    const auto value = letters.find(body[i]);
    if (value == std::string_view::npos) return std::nullopt;
    bits = bits << 6U | static_cast<std::uint32_t>(value);
    if (i % 4 != 0) bytes += static_cast<char>(bits >> (6 - 2 * (i % 4)) & 255U);
  }
  // The one text for these bytes, so that stray bits and padding are refused.
  if (base64(bytes) != text) return std::nullopt;
  return bytes;
}

}  // namespace renyi
