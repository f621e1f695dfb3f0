#include "renyi/data/mat_elements.hpp"

#include <algorithm>

namespace renyi {
namespace {

constexpr std::uint32_t int8_type = 1;
constexpr std::uint32_t int32_type = 5;
constexpr std::uint32_t uint32_type = 6;
constexpr std::uint32_t complex_flag = 0x0800U;

}  // namespace

std::uint32_t mat_integer(std::string_view bytes, bool big_endian) {
  std::uint32_t value = 0;
  for (std::size_t i = 0; i < 4; ++i)
    value = value << 8U | static_cast<unsigned char>(bytes[big_endian ? i : 3 - i]);
  return value;
}

std::optional<MatElement> mat_element(std::string_view bytes, bool big_endian) {
  constexpr auto tag = MatElement::tag_bytes;
  if (bytes.size() < tag) return {};
  const auto first = mat_integer(bytes, big_endian);
  if (const std::size_t size = first >> 16U; size > 0) {
    if (size > 4) return {};
    return MatElement{first & 0xFFFFU, bytes.substr(4, size), tag};
  }
  const std::size_t size = mat_integer(bytes.substr(4), big_endian);
  if (size > bytes.size() - tag) return {};
  const auto padded = (tag + size + tag - 1) / tag * tag;
  return MatElement{first, bytes.substr(tag, size), std::min(padded, bytes.size())};
}

std::size_t mat_number_bytes(std::uint32_t type) {
  switch (type) {
    case 1:
    case 2:
      return 1;
    case 3:
    case 4:
      return 2;
    case 5:
    case 6:
    case 7:
      return 4;
    case 9:
    case 12:
    case 13:
      return 8;
    default:
      return 0;
  }
}

std::optional<MatArrayHead> mat_array_head(std::string_view data, bool big_endian) {
  MatArrayHead head;
  const auto next = [&](std::uint32_t type) -> std::optional<MatElement> {
    const auto element = mat_element(data.substr(head.bytes), big_endian);
    if (!element || element->type != type) return {};
    head.bytes += element->padded_bytes;
    return element;
  };
  const auto flags = next(uint32_type);
  if (!flags || flags->data.size() != 8) return {};
  const auto bits = mat_integer(flags->data, big_endian);
  head.number_class = bits & 0xFFU;
  head.is_complex = (bits & complex_flag) != 0;
  const auto sizes = next(int32_type);
  if (!sizes || sizes->data.size() % 4 != 0) return {};
  for (std::size_t at = 0; at < sizes->data.size(); at += 4) {
    const auto size = static_cast<std::int32_t>(mat_integer(sizes->data.substr(at), big_endian));
    if (size < 0) return {};
    head.shape.push_back(size);
  }
  const auto name = next(int8_type);
  if (!name) return {};
  head.name = name->data;
  return head;
}

}  // namespace renyi
