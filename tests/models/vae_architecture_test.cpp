#include "renyi/models/vae_architecture.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "renyi/core/error.hpp"

namespace renyi::vae_architecture_test {
namespace {

RC_GTEST_PROP(VaeArchitecture, TextAndLayersAreTheSame, ()) {
  const auto units = rc::gen::oneOf(rc::gen::inRange<Index>(1, 300), rc::gen::just<Index>(1000000));
  VaeArchitecture architecture;
  for (Index l = *rc::gen::inRange<Index>(1, 5); l > 0; --l)
    architecture.layers.push_back(
        {.hidden = *rc::gen::container<std::vector<Index>>(units), .size = *units});
  RC_ASSERT(parse_architecture(to_string(architecture)) == architecture);
}

TEST(VaeArchitecture, ReadsThePapers) {
  EXPECT_EQ(parse_architecture("d200-d200-s50"),
            (VaeArchitecture{{{.hidden = {200, 200}, .size = 50}}}));
  EXPECT_EQ(parse_architecture("d200-d150-s100-d80-s50"),
            (VaeArchitecture{{{.hidden = {200, 150}, .size = 100}, {.hidden = {80}, .size = 50}}}));
  EXPECT_EQ(parse_architecture("s3"), (VaeArchitecture{{{.hidden = {}, .size = 3}}}));
  EXPECT_EQ(parse_architecture("s3-s2"), (VaeArchitecture{{{.size = 3}, {.size = 2}}}));
  EXPECT_EQ(to_string(parse_architecture("d7-s3-s2")), "d7-s3-s2");
}

TEST(VaeArchitecture, OfNoLayersHasNoText) { EXPECT_EQ(to_string(VaeArchitecture{}), ""); }

// The message and where its mark stands: at the character, counted from 1.
struct Typo {
  std::string text;
  std::size_t character;
  std::string expected, found;
};

TEST(VaeArchitecture, PointsAtWhatIsWrong) {
  const std::string part = "expected d (deterministic) or s (stochastic) and a number of units";
  const std::string number = "expected a number of units from 1 to 1000000";
  const std::string end = "expected a stochastic layer at the end";
  const Typo typos[] = {{"", 1, part, ""},
                        {"-", 1, part, ""},
                        {"200", 1, part, "200"},
                        {" d200-s5", 1, part, " d200"},
                        {"D200-s5", 1, part, "D200"},
                        {"d200-x50", 6, part, "x50"},
                        {"d200--s50", 6, part, ""},
                        {"d200-s50-", 10, part, ""},
                        {"d200-s50-\n", 10, part, "\n"},
                        {"d", 2, number, ""},
                        {"d200-s", 7, number, ""},
                        {"d200-s5o", 7, number, "5o"},
                        {"d200-s50 ", 7, number, "50 "},
                        {"d2.5-s5", 2, number, "2.5"},
                        {"d+5-s5", 2, number, "+5"},
                        {"d-5-s5", 2, number, ""},
                        {"d0-s5", 2, number, "0"},
                        {"d5-s1000001", 5, number, "1000001"},
                        {"d5-s99999999999999999999", 5, number, "99999999999999999999"},
                        {"d200,s50", 2, number, "200,s50"},
                        {"d200", 1, end, "d200"},
                        {"d20-s5-d7", 8, end, "d7"}};
  for (const Typo& typo : typos) {
    std::string message;
    try {
      parse_architecture(typo.text);
    } catch (const UsageError& error) {
      message = error.what();
    }
    EXPECT_EQ(message, "architecture: " + typo.expected + ", found '" + typo.found +
                           "' at character " + std::to_string(typo.character) + "\n  " + typo.text +
                           "\n  " + std::string(typo.character - 1, ' ') + "^");
  }
}

}  // namespace
}  // namespace renyi::vae_architecture_test
