#include "renyi/autodiff/tape.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <limits>
#include <thread>
#include <vector>

#include "renyi/core/error.hpp"

namespace renyi::tape_test {
namespace {

using autodiff::Node;
using autodiff::tape;

// Three arguments on an empty tape, which is empty again afterwards.
class Tape : public ::testing::Test {
 protected:
  void SetUp() override {
    autodiff::reserve_records(3);
    tape.size = 3;
  }
  void TearDown() override { tape.size = 0, tape.weights_size = 0; }

  // d(slope v_node) in the arguments.
  static std::vector<double> gradient(Node node, double slope = 1.0) {
    autodiff::pass_back(node, slope, 3);
    std::vector<double> found(tape.adjoints, tape.adjoints + 3);
    std::fill(tape.adjoints, tape.adjoints + 3, 0.0);
    return found;
  }
};

TEST_F(Tape, EveryKindOfRecordIsTheSumThatItSays) {
  const Node scaled = autodiff::add_record(2.0, 0, autodiff::start);
  EXPECT_EQ(gradient(scaled, 5.0), (std::vector{10.0, 0.0, 0.0}));
  const Node sum = autodiff::add_record(3.0, 1, autodiff::linked);
  EXPECT_EQ(gradient(sum), (std::vector{2.0, 3.0, 0.0}));
  autodiff::add_record(4.0, sum, autodiff::start);
  autodiff::add_record(7.0, 2, autodiff::start);
  autodiff::add_record(1.0, 2, autodiff::start);
  const Node terms = autodiff::add_record(0.0, autodiff::no_node, 3);
  EXPECT_EQ(gradient(terms), (std::vector{8.0, 12.0, 8.0}));
  autodiff::grow_weights(2);
  tape.weights[0] = -1.0, tape.weights[1] = -2.0;
  const Node dense = autodiff::add_record(std::bit_cast<double>(std::int64_t{0}), 1, -2);
  EXPECT_EQ(gradient(dense), (std::vector{0.0, -1.0, -2.0}));
  const Node all = autodiff::add_record(1.0, terms, autodiff::linked);
  EXPECT_EQ(gradient(all), (std::vector{8.0, 11.0, 6.0}));
  const Node term = autodiff::add_record(0.5, 0, autodiff::scaled);
  EXPECT_EQ(gradient(term), (std::vector{5.0, 5.5, 3.0}));
  tape.records[tape.size++].weight = 2.0;
  const Node pair = autodiff::add_record(-3.0, 1, autodiff::both);
  EXPECT_EQ(gradient(pair), (std::vector{10.0, 8.0, 6.0}));
}

TEST_F(Tape, ASumMayRunOnFromAnArgument) {
  const Node sum = autodiff::add_record(3.0, 0, autodiff::linked);
  EXPECT_EQ(gradient(sum), (std::vector{3.0, 0.0, 1.0}));
}

TEST_F(Tape, AnAdjointOfZeroIsNotPassedOn) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  autodiff::add_record(infinity, 1, autodiff::start);
  const Node sum = autodiff::add_record(infinity, 2, autodiff::scaled);
  tape.records[tape.size++].weight = infinity;
  const Node pair = autodiff::add_record(infinity, sum, autodiff::both);
  autodiff::add_record(0.0, pair, autodiff::start);
  const Node result = autodiff::add_record(2.0, 0, autodiff::linked);
  EXPECT_EQ(gradient(result), (std::vector{2.0, 0.0, 0.0}));
}

TEST_F(Tape, TheAdjointsAreZeroAfterwardsSoThatTheNextPassIsRight) {
  autodiff::add_record(2.0, 0, autodiff::start);
  const Node sum = autodiff::add_record(3.0, 1, autodiff::linked);
  for (int repeat = 0; repeat < 3; ++repeat) EXPECT_EQ(gradient(sum), (std::vector{2.0, 3.0, 0.0}));
}

TEST_F(Tape, GrowthKeepsWhatIsThere) {
  Node sum = autodiff::add_record(1.0, 0, autodiff::start);
  const Node count = 3 * tape.capacity;
  for (Node i = 0; i < count; ++i) sum = autodiff::add_record(1.0, 1, autodiff::linked);
  EXPECT_GT(tape.capacity, count);
  EXPECT_EQ(gradient(sum), (std::vector{1.0, static_cast<double>(count), 0.0}));
}

TEST_F(Tape, MoreRecordsThanNodesHaveNumbersAreRefused) {
  EXPECT_THROW(autodiff::grow_records(std::int64_t{1} << 31), UsageError);
}

TEST_F(Tape, EveryThreadHasItsOwn) {
  autodiff::add_record(2.0, 0, autodiff::start);
  std::thread([] {
    EXPECT_EQ(tape.size, 0);
    EXPECT_EQ(tape.records, nullptr);
    autodiff::add_record(9.0, 1, autodiff::start);
  }).join();
  EXPECT_EQ(tape.size, 4);
  EXPECT_EQ(tape.records[3].weight, 2.0);
}

}  // namespace
}  // namespace renyi::tape_test
