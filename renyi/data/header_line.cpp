#include "renyi/data/header_line.hpp"

#include "renyi/data/number.hpp"

namespace renyi {

bool begins_like_a_number(std::string_view text) {
  if (text.starts_with('+') || text.starts_with('-')) text.remove_prefix(1);
  if (text.starts_with('.')) text.remove_prefix(1);
  return !text.empty() && text.front() >= '0' && text.front() <= '9';
}

bool may_be_a_name(std::string_view text, bool quoted) {
  return !parse_number(text).has_value() && (quoted || !begins_like_a_number(text));
}

}  // namespace renyi
