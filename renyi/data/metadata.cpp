#include "renyi/data/metadata.hpp"

#include <charconv>
#include <type_traits>

#include "renyi/core/error.hpp"
#include "renyi/data/excerpt.hpp"

namespace renyi {

template <class Number>
Number read_number(const TensorFile& file, const std::string& name, const std::string& path) {
  const std::string& text = read_metadata(file, name, path);
  Number value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  const std::string kind = std::is_integral_v<Number> ? "a whole number" : "a number";
  if (error != std::errc() || end != text.data() + text.size())
    throw DataError({.file = path}, kind + " as metadata '" + name + "'", excerpt(text));
  return value;
}
template std::int64_t read_number(const TensorFile&, const std::string&, const std::string&);
template std::uint64_t read_number(const TensorFile&, const std::string&, const std::string&);
template double read_number(const TensorFile&, const std::string&, const std::string&);

bool read_flag(const TensorFile& file, const std::string& name, const std::string& path) {
  const std::string& text = read_metadata(file, name, path);
  if (text == "true" || text == "false") return text == "true";
  throw DataError({.file = path}, "true or false as metadata '" + name + "'", excerpt(text));
}

}  // namespace renyi
