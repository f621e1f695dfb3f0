#include "renyi/data/npy_header.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <system_error>

#include "renyi/core/error.hpp"
#include "renyi/data/excerpt.hpp"

namespace renyi {
namespace {

// Of a header that describes one plain array; version 2 would allow 4 GiB.
constexpr std::size_t max_header_bytes = std::size_t{64} * 1024;
constexpr std::size_t alignment = 64;

// A strict reader of the one kind of dict literal that NPY holds.
class DictParser {
 public:
  DictParser(const std::string& file, std::string_view text) : file_(file), rest_(text) {}

  NpyHeader parse() {
    NpyHeader header;
    bool has_descr = false;
    bool has_order = false;
    bool has_shape = false;
    expect('{');
    while (!accept('}')) {
      const auto key = string();
      expect(':');
      bool* seen = key == "descr"           ? &has_descr
                   : key == "fortran_order" ? &has_order
                   : key == "shape"         ? &has_shape
                                            : nullptr;
      if (seen == nullptr || *seen)
        refuse("the keys descr, fortran_order and shape once each", key);
      *seen = true;
      if (key == "descr") set_type(header);
      if (key == "fortran_order") header.fortran_order = boolean();
      if (key == "shape") header.shape = shape();
      if (accept(',')) continue;
      expect('}');
      break;
    }
    pass_space();
    if (!rest_.empty()) refuse("the end of the NPY header", rest_);
    if (!has_descr || !has_order || !has_shape)
      throw DataError({.file = file_}, "an NPY header with descr, fortran_order and shape",
                      "one without");
    return header;
  }

 private:
  [[noreturn]] void refuse(const std::string& expected, std::string_view found) const {
    throw DataError({.file = file_}, expected,
                    found.empty() ? "the end of the NPY header" : excerpt(found));
  }

  void pass_space() {
    while (!rest_.empty() && (rest_.front() == ' ' || rest_.front() == '\n'))
      rest_.remove_prefix(1);
  }

  bool accept(char c) {
    pass_space();
    if (!rest_.starts_with(c)) return false;
    rest_.remove_prefix(1);
    return true;
  }

  void expect(char c) {
    if (!accept(c)) refuse(fmt::format("'{}' in the NPY header", c), rest_);
  }

  std::string_view string() {
    pass_space();
    const char quote = rest_.empty() ? '\0' : rest_.front();
    const auto end = rest_.find(quote, 1);
    if ((quote != '\'' && quote != '"') || end == std::string_view::npos)
      refuse("a quoted word in the NPY header", rest_);
    const auto word = rest_.substr(1, end - 1);
    rest_.remove_prefix(end + 1);
    return word;
  }

  bool boolean() {
    pass_space();
    for (const std::string_view word : {"True", "False"}) {
      if (!rest_.starts_with(word)) continue;
      rest_.remove_prefix(word.size());
      return word == "True";
    }
    refuse("fortran_order True or False", rest_);
  }

  std::vector<std::int64_t> shape() {
    std::vector<std::int64_t> sizes;
    expect('(');
    while (!accept(')')) {
      pass_space();
      std::int64_t size = 0;
      const auto [end, problem] = std::from_chars(rest_.data(), rest_.data() + rest_.size(), size);
      if (problem != std::errc() || size < 0) refuse("a size in the NPY shape", rest_);
      rest_.remove_prefix(static_cast<std::size_t>(end - rest_.data()));
      if (rest_.starts_with('L')) rest_.remove_prefix(1);  // a long of Python 2
      sizes.push_back(size);
      if (accept(',')) continue;
      // Without its comma (3) is a number in Python, not a tuple.
      if (sizes.size() == 1) refuse("',' in the NPY shape", rest_);
      expect(')');
      break;
    }
    return sizes;
  }

  void set_type(NpyHeader& header) {
    pass_space();
    if (rest_.starts_with('[')) refuse("one number type in the NPY file", "a structured type");
    const auto type = string();
    constexpr std::array<std::string_view, 11> kinds{"f4", "f8", "i1", "i2", "i4", "i8",
                                                     "u1", "u2", "u4", "u8", "b1"};
    const bool known = type.size() == 3 && std::ranges::count(kinds, type.substr(1)) > 0;
    // '|', no byte order, is for single bytes; some writers give those a byte order all the same.
    if (!known || !(type[0] == '<' || type[0] == '>' || (type[0] == '|' && type[2] == '1')))
      refuse("elements of type float32, float64, an integer or bool (NPY '<f8', '>f4', '|u1' ...)",
             type);
    header.kind = type[1];
    header.item_bytes = static_cast<std::size_t>(type[2] - '0');
    header.big_endian = type[0] == '>';
  }

  const std::string& file_;
  std::string_view rest_;
};

std::string take(ByteSource& source, std::size_t count) {
  std::string bytes(count, '\0');
  const auto found = source.read(bytes);
  if (found < count)
    throw DataError({.file = source.name()}, fmt::format("{} bytes of NPY header", count),
                    fmt::format("{}", found));
  return bytes;
}

}  // namespace

NpyHeader read_npy_header(ByteSource& source) {
  const Place whole{.file = source.name()};
  const auto start = take(source, npy_magic.size() + 2);
  if (!start.starts_with(npy_magic)) throw DataError(whole, "an NPY file", excerpt(start));
  const auto version = static_cast<unsigned char>(start[npy_magic.size()]);
  const auto minor = static_cast<unsigned char>(start.back());
  if (version < 1 || version > 3 || minor != 0)
    throw DataError(whole, "NPY version 1.0, 2.0 or 3.0", fmt::format("{}.{}", version, minor));
  const auto field = take(source, version == 1 ? 2 : 4);
  std::size_t length = 0;
  for (std::size_t i = 0; i < field.size(); ++i)
    length |= std::size_t{static_cast<unsigned char>(field[i])} << (8 * i);
  if (length > max_header_bytes)
    throw DataError(whole, fmt::format("an NPY header of at most {} bytes", max_header_bytes),
                    fmt::format("{}", length));
  return DictParser(source.name(), take(source, length)).parse();
}

std::string format_npy_header(const NpyHeader& header) {
  std::string shape;
  for (const auto size : header.shape) shape += fmt::format("{}, ", size);
  if (header.shape.size() > 1) shape.resize(shape.size() - 2);
  const char order = header.item_bytes == 1 ? '|' : header.big_endian ? '>' : '<';
  std::string dict =
      fmt::format("{{'descr': '{}{}{}', 'fortran_order': {}, 'shape': ({}), }}", order, header.kind,
                  header.item_bytes, header.fortran_order ? "True" : "False", shape);
  constexpr std::size_t fixed = npy_magic.size() + 2 + 2;
  dict.append(alignment - (fixed + dict.size() + 1) % alignment, ' ');
  dict += '\n';
  return fmt::format("{}{}{}{}{}{}", npy_magic, '\1', '\0', static_cast<char>(dict.size() & 0xFFU),
                     static_cast<char>(dict.size() >> 8U), dict);
}

}  // namespace renyi
