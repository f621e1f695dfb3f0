#include "renyi/data/json_node.hpp"

#include <gtest/gtest.h>

#include <functional>
#include <nlohmann/json.hpp>

#include "renyi/core/error.hpp"

namespace renyi::json_node_test {
namespace {

const auto json = nlohmann::ordered_json::parse(
    R"({"a":{"list":[1,2.5,"x"],"numbers":[1,-2],"texts":["p","q"],"yes":true},"big":18446744073709551615})");

const JsonNode root(json, "r.json", "");

std::string refusal(const std::function<void()>& read) {
  try {
    read();
  } catch (const DataError& error) {
    return error.what();
  }
  return "";
}

TEST(JsonNode, ReadsWhatIsThere) {
  EXPECT_EQ(root.at("a").at("numbers").numbers(), (std::vector<double>{1.0, -2.0}));
  EXPECT_EQ(root.at("a").at("texts").texts(), (std::vector<std::string>{"p", "q"}));
  EXPECT_EQ(root.at("a").at("list").at(0).whole_number(), 1);
  EXPECT_TRUE(root.at("a").at("yes").truth());
  EXPECT_FALSE(root.contains("b"));
}

TEST(JsonNode, NamesThePathOfWhatIsWrong) {
  EXPECT_EQ(refusal([] { root.at("a").at("list").numbers(); }),
            "r.json: a.list[2]: expected a number, found 'x'");
  EXPECT_EQ(refusal([] { root.at("a").at("list").at(1).whole_number(); }),
            "r.json: a.list[1]: expected a whole number of 64 bits, found 2.5");
  EXPECT_EQ(refusal([] { root.at("big").whole_number(); }),
            "r.json: big: expected a whole number of 64 bits, found 18446744073709551615");
  EXPECT_EQ(refusal([] { root.at("a").text(); }), "r.json: a: expected a text, found an object");
  EXPECT_EQ(refusal([] { root.at("a").at("list").truth(); }),
            "r.json: a.list: expected true or false, found a list of 3");
}

TEST(JsonNode, ChecksTheKeysOfAnObject) {
  EXPECT_EQ(refusal([] { root.check_keys({"a", "big"}, {"a"}); }), "");
  EXPECT_EQ(refusal([] { root.check_keys({"a"}, {}); }),
            "r.json: expected no other keys than a, found 'big'");
  EXPECT_EQ(refusal([] {
              root.check_keys({"a", "b", "big"}, {"b"});
            }),
            "r.json: expected the key 'b', found none such");
  EXPECT_EQ(refusal([] { root.at("big").check_keys({"x"}, {}); }),
            "r.json: big: expected an object with x, found 18446744073709551615");
}

}  // namespace
}  // namespace renyi::json_node_test
