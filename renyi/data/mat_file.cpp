#include "renyi/data/mat_file.hpp"

#include <fmt/format.h>

#include <optional>
#include <utility>

#include "renyi/core/error.hpp"
#include "renyi/data/excerpt.hpp"
#include "renyi/data/inflate.hpp"
#include "renyi/data/mat_elements.hpp"

namespace renyi {
namespace {

using namespace std::string_view_literals;

constexpr std::size_t version_at = 124;   // two bytes, and two that tell their order
constexpr std::size_t head_bytes = 1024;  // enough for the longest name

bool ends_header(std::string_view bytes, std::string_view little, std::string_view big) {
  if (bytes.size() < mat_header_bytes) return false;
  const auto end = bytes.substr(version_at, 4);
  return end == little || end == big;
}

bool is_version_5(std::string_view bytes) { return ends_header(bytes, "\0\1IM"sv, "\1\0MI"sv); }

bool is_version_7_3(std::string_view bytes) {
  return ends_header(bytes, "\0\2IM"sv, "\2\0MI"sv) || bytes.starts_with("MATLAB 7.3") ||
         bytes.starts_with("\x89HDF");
}

// Version 4 has no magic: four decimal digits (order of bytes, 0, type of number, kind), rows,
// columns, whether it is complex, the length of a name.
bool is_version_4(std::string_view bytes) {
  if (bytes.size() < 20) return false;
  for (const bool big : {false, true}) {
    const auto field = [&](std::size_t i) { return mat_integer(bytes.substr(4 * i), big); };
    const auto digits = field(0);
    if (digits / 1000 == (big ? 1U : 0U) && digits / 100 % 10 == 0 && digits / 10 % 10 <= 5 &&
        digits % 10 <= 2 && field(1) > 0 && field(2) > 0 && field(3) <= 1 && field(4) >= 2 &&
        field(4) <= 64)
      return true;
  }
  return false;
}

void require_version_5(std::string_view start, const std::string& name) {
  if (is_version_5(start)) return;
  throw DataError({.file = name}, "a MAT file of version 5 (MATLAB writes it by save -v7)",
                  is_version_7_3(start) ? "version 7.3, which is HDF5"
                  : is_version_4(start) ? "version 4"
                                        : excerpt(start.substr(0, 24)));
}

std::string read_all(ByteSource& source) {
  std::string bytes;
  for (auto next = source.peek(); !next.empty(); next = source.peek()) {
    bytes += next;
    source.skip(next.size());
  }
  return bytes;
}

std::optional<MatArray> array_of(const MatElement& element, const MatFile& file) {
  MatArray array{.is_packed = element.type == MatElement::packed, .content = element.data};
  const auto start = array.is_packed ? inflate_start(element.data, head_bytes)
                                     : std::string(element.data.substr(0, head_bytes));
  if (array.is_packed && (start.size() < MatElement::tag_bytes ||
                          mat_integer(start, file.big_endian) != MatElement::matrix))
    throw DataError({.file = file.name}, "packed arrays in a MAT file", "damaged bytes");
  const auto tag = array.is_packed ? MatElement::tag_bytes : 0;
  const auto head = mat_array_head(std::string_view(start).substr(tag), file.big_endian);
  constexpr std::uint32_t first_number = 6;
  constexpr std::uint32_t last_number = 15;
  if (!head || head->number_class < first_number || head->number_class > last_number ||
      head->is_complex || head->shape.size() != 2)
    return {};
  array.name = head->name;
  array.number_class = head->number_class;
  array.rows = head->shape[0];
  array.columns = head->shape[1];
  // What MATLAB keeps for itself has no name.
  if (array.name.empty() || array.rows == 0 || array.columns == 0) return {};
  return array;
}

std::string little_or_big(std::uint32_t value, bool big_endian) {
  std::string bytes;
  for (unsigned i = 0; i < 4; ++i)
    bytes += static_cast<char>(value >> 8 * (big_endian ? 3 - i : i) & 0xFFU);
  return bytes;
}

}  // namespace

bool begins_as_mat(std::string_view bytes) {
  return is_version_5(bytes) || is_version_7_3(bytes) || is_version_4(bytes) ||
         bytes.starts_with("MATLAB ");
}

MatFile read_mat_file(ByteSource& source) {
  require_version_5(source.peek(mat_header_bytes), source.name());
  MatFile file;
  file.name = source.name();
  file.bytes = read_all(source);
  file.big_endian = file.bytes[version_at + 2] == 'M';
  const std::string_view bytes = file.bytes;
  for (std::size_t at = mat_header_bytes; at < bytes.size();) {
    const auto element = mat_element(bytes.substr(at), file.big_endian);
    if (!element)
      throw DataError({.file = file.name}, "whole elements of a MAT file",
                      fmt::format("one at byte {} that ends behind the file", at));
    if (element->type != MatElement::packed && element->type != MatElement::matrix)
      throw DataError({.file = file.name}, "arrays in a MAT file",
                      fmt::format("an element of type {} at byte {}", element->type, at));
    at += MatElement::tag_bytes + element->data.size();
    if (auto array = array_of(*element, file)) file.arrays.push_back(std::move(*array));
  }
  return file;
}

std::string single_array_file(const MatFile& file, const MatArray& array) {
  const auto refuse = [&](const std::string& found) {
    const auto expected =
        fmt::format("{} x {} numbers in {}", array.rows, array.columns, excerpt(array.name));
    return DataError({.file = file.name}, expected, found);
  };
  auto unpacked = array.is_packed ? inflate_all(array.content) : std::string(array.content);
  if (!unpacked) throw refuse("damaged or missing bytes");
  std::string_view data = *unpacked;
  if (array.is_packed) {
    const auto element = mat_element(data, file.big_endian);
    if (!element || element->type != MatElement::matrix ||
        data.size() != MatElement::tag_bytes + element->data.size())
      throw refuse("packed bytes that are no such array");
    data = element->data;
  }
  const auto head = mat_array_head(data, file.big_endian);
  const auto numbers = head ? mat_element(data.substr(head->bytes), file.big_endian) : std::nullopt;
  const auto number_bytes = numbers ? mat_number_bytes(numbers->type) : 0;
  if (number_bytes == 0) throw refuse("no numbers");
  // Neither factor has more than 31 bits.
  const auto count =
      static_cast<std::uint64_t>(array.rows) * static_cast<std::uint64_t>(array.columns);
  if (numbers->data.size() % number_bytes != 0 || numbers->data.size() / number_bytes != count)
    throw refuse(fmt::format("{} bytes of {} each", numbers->data.size(), number_bytes));
  if (head->bytes + numbers->padded_bytes != data.size()) throw refuse("more behind them");
  std::string header = fmt::format("{:<116}{:8}", "MATLAB 5.0 MAT-file", "");
  header += file.big_endian ? "\1\0MI"sv : "\0\1IM"sv;
  return header + little_or_big(MatElement::matrix, file.big_endian) +
         little_or_big(static_cast<std::uint32_t>(data.size()), file.big_endian) +
         std::string(data);
}

}  // namespace renyi
