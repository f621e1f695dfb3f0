#include "renyi/core/named_enum.hpp"

#include <gtest/gtest.h>

#include <array>
#include <string>

namespace renyi {

enum class Colour : std::uint8_t { red, green, blue };
template <>
struct EnumNames<Colour> {
  static constexpr std::string_view what = "colour";
  static constexpr std::array<std::string_view, 3> names = {"red", "green", "blue"};
};

namespace {

TEST(NamedEnum, ReadsWhatItPrints) {
  for (const auto colour : {Colour::red, Colour::green, Colour::blue})
    EXPECT_EQ(parse_enum<Colour>(to_string(colour)), colour);
}

TEST(NamedEnum, ListsItsNamesWhenItRefusesOne) {
  try {
    parse_enum<Colour>("pink");
    FAIL();
  } catch (const UsageError& error) {
    EXPECT_EQ(std::string(error.what()), "colour: expected red, green or blue, found 'pink'");
  }
}

}  // namespace
}  // namespace renyi
