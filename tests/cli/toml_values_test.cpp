#include "cli/toml_values.hpp"

#include <gtest/gtest.h>

namespace renyi::cli::toml_values_test {
namespace {

const TomlValues toml_values("s.toml");

std::vector<std::string> texts(const std::string& value) {
  const toml::table root = toml::parse("x = " + value);
  std::vector<std::string> found;
  for (const SweepValue& one : toml_values.values("x", *root.get("x"))) found.push_back(one.text);
  return found;
}

template <class Act>
std::string refusal_of(const std::string& text, Act act) {
  const toml::table root = toml::parse(text);
  try {
    act(*root.get("x"));
  } catch (const DataError& error) {
    return error.what();
  }
  return "none";
}

std::string refusal(const std::string& value) {
  return refusal_of("x = " + value, [](const toml::node& node) { toml_values.values("x", node); });
}

using Texts = std::vector<std::string>;

TEST(TomlValues, AreTextsAsAFlagWouldHaveThem) {
  EXPECT_EQ(texts("5"), Texts{"5"});
  EXPECT_EQ(texts("\"-inf\""), Texts{"-inf"});
  EXPECT_EQ(texts("[1, 0.5, -inf, 1e-5, true, \"relu\"]"),
            (Texts{"1", "0.5", "-inf", "1e-05", "true", "relu"}));
  EXPECT_EQ(texts("[[50, 50], 20]"), (Texts{"50,50", "20"}));
  EXPECT_EQ(texts("[[], \"rooms\"]"), (Texts{"", "rooms"}));
}

TEST(TomlValues, KnowTheirPlaces) {
  const toml::table root = toml::parse("\nx = [1,\n  22]");
  const auto values = toml_values.values("x", *root.get("x"));
  EXPECT_EQ(values[0].place.line, 2);
  EXPECT_EQ(values[0].place.column, 6);
  EXPECT_EQ(values[1].place.line, 3);
  EXPECT_EQ(values[1].place.column, 3);
  EXPECT_EQ(values[1].place.file, "s.toml");
}

TEST(TomlValues, StandInTheOrderOfTheFile) {
  const toml::table root = toml::parse("b = 1\nc = 2\na = 3");
  std::string order;
  for (const auto& [key, node] : TomlValues::in_order(root)) order += key.str();
  EXPECT_EQ(order, "bca");
}

TEST(TomlValues, RefuseWhatIsNone) {
  EXPECT_EQ(refusal("[]"),
            "s.toml, line 1, column 5: expected at least one value of x, found none");
  EXPECT_EQ(refusal("{ y = 1 }"),
            "s.toml, line 1, column 5: expected a number, a text, true or false as x, found a "
            "table");
  EXPECT_EQ(refusal("[1, 2026-11-16]"),
            "s.toml, line 1, column 9: expected a number, a text, true or false as x, found a date "
            "or a time");
}

TEST(TomlValues, RefuseAnotherType) {
  EXPECT_EQ(refusal_of("x = 1", [](const toml::node& node) { toml_values.text("x", node); }),
            "s.toml, line 1, column 5: expected a text in quotes as x, found 1");
  EXPECT_EQ(refusal_of("x = ''", [](const toml::node& node) { toml_values.text("x", node); }),
            "s.toml, line 1, column 5: expected a text in quotes as x, found an empty text");
  EXPECT_EQ(refusal_of("x = [1]", [](const toml::node& node) { toml_values.table("x", node); }),
            "s.toml, line 1, column 5: expected a table as x, found a list");
  const auto seeds = [](const toml::node& node) { toml_values.whole_numbers("x", node, 0); };
  EXPECT_EQ(refusal_of("x = [1, -2]", seeds),
            "s.toml, line 1, column 9: expected a whole number from 0 as x, found -2");
  EXPECT_EQ(refusal_of("x = 1.5", seeds),
            "s.toml, line 1, column 5: expected a whole number from 0 as x, found 1.5");
  EXPECT_EQ(refusal_of("x = [7, 8]", seeds), "none");
}

}  // namespace
}  // namespace renyi::cli::toml_values_test
