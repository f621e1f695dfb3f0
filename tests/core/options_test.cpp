#include "renyi/core/options.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace renyi::options_test {
namespace {

struct Example {
  int count = 3;
  double rate = 0.5;

  template <class Self, class Visitor>
  static void describe(Self& self, Visitor&& field) {
    field("count", self.count, "how many");
    field("rate", self.rate, "how fast");
  }
};

TEST(ForEachField, NamesTheFieldsInOrder) {
  std::vector<std::string> names;
  const Example example;
  for_each_field(example,
                 [&](const char* name, const auto&, const char*) { names.emplace_back(name); });
  EXPECT_EQ(names, (std::vector<std::string>{"count", "rate"}));
}

TEST(ForEachField, GivesAccessToTheValues) {
  Example example;
  for_each_field(example, [](const char*, auto& value, const char*) { value *= 2; });
  EXPECT_EQ(example.count, 6);
  EXPECT_EQ(example.rate, 1.0);
}

}  // namespace
}  // namespace renyi::options_test
