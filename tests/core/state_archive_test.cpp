#include "renyi/core/state_archive.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <limits>
#include <map>

#include "renyi/core/error.hpp"

namespace renyi::state_archive_test {
namespace {

// Everything that an archive takes.
struct State {
  std::int64_t count = 0;
  double number = 0.0;
  bool flag = false;
  std::vector<std::int64_t> counts = {};
  std::vector<double> numbers = {};
  Matrix matrix = {};
  Vector vector = {};
  VectorF floats = {};

  void archive(StateArchive& archive) {
    archive("count", count);
    archive("number", number);
    archive("flag", flag);
    archive("counts", counts);
    archive("numbers", numbers);
    archive("matrix", matrix);
    archive("vector", vector);
    archive("floats", floats);
  }
};

State some_state() {
  return {.count = 7,
          .number = -std::numeric_limits<double>::infinity(),
          .flag = true,
          .counts = {0, std::numeric_limits<std::int64_t>::max()},
          .numbers = {std::nan(""), std::numeric_limits<double>::denorm_min(), 1.0 / 3.0},
          .matrix = Matrix{{1.0, 2.0, 3.0}, {4.0, 5.0, std::nan("")}},
          .vector = Vector{{0.1, -0.0}},
          .floats = VectorF{{0.1F, -3.0F, 2.0F}}};
}

TensorFile saved(State state, const std::string& prefix = "") {
  TensorFile file;
  StateArchive archive = StateArchive::saving_to(file, prefix);
  EXPECT_FALSE(archive.loads());
  state.archive(archive);
  return file;
}

TEST(StateArchive, BringsBackEveryBit) {
  const TensorFile file = saved(some_state());
  State back;
  StateArchive archive = StateArchive::loading_from(file, "run");
  EXPECT_TRUE(archive.loads());
  back.archive(archive);
  EXPECT_EQ(saved(back), file);
  EXPECT_EQ(back.count, 7);
  EXPECT_EQ(back.number, -std::numeric_limits<double>::infinity());
  EXPECT_EQ(back.matrix(1, 0), 4.0);
  EXPECT_TRUE(std::signbit(back.vector(1)));
  EXPECT_EQ(file.tensors.at("matrix").shape, (std::vector<std::int64_t>{2, 3}));
}

TEST(StateArchive, PutsAPrefixBeforeNames) {
  const TensorFile file = saved(some_state(), "part.");
  const StateArchive whole = StateArchive::loading_from(file, "run");
  const StateArchive part = StateArchive::loading_from(file, "run", "part.");
  EXPECT_TRUE(whole.has("part.count"));
  EXPECT_FALSE(whole.has("count"));
  EXPECT_TRUE(part.has("count"));
  State back;
  StateArchive archive = StateArchive::loading_from(file, "run", "part.");
  back.archive(archive);
  EXPECT_EQ(back.floats, some_state().floats);
}

TEST(StateArchive, RefusesArraysOfOtherSizesThanAreThere) {
  const TensorFile file = saved(some_state());
  const auto refuses = [&](State like) {
    StateArchive archive = StateArchive::loading_from(file, "run");
    try {
      like.archive(archive);
    } catch (const DataError&) {
      return true;
    }
    return false;
  };
  EXPECT_FALSE(refuses(some_state()));
  EXPECT_FALSE(refuses({}));
  EXPECT_TRUE(refuses({.counts = {1}}));
  EXPECT_TRUE(refuses({.numbers = {1.0, 2.0}}));
  EXPECT_TRUE(refuses({.matrix = Matrix::Zero(3, 2)}));
  EXPECT_FALSE(refuses({.matrix = Matrix::Zero(2, 0)})) << "so many rows of any length";
  EXPECT_TRUE(refuses({.matrix = Matrix::Zero(0, 2)}));
  EXPECT_TRUE(refuses({.vector = Vector::Zero(3)}));
  EXPECT_TRUE(refuses({.floats = VectorF::Zero(1)}));
}

TEST(StateArchive, RefusesWhatIsMissingOrSomethingElse) {
  const TensorFile good = saved(some_state());
  for (const auto& [name, tensor] : good.tensors) {
    for (const bool is_missing : {true, false}) {
      TensorFile file = good;
      file.tensors.erase(name);
      if (!is_missing) file.tensors[name] = {.type = ElementType::u8, .shape = {}, .bytes = "x"};
      State back;
      StateArchive archive = StateArchive::loading_from(file, "run");
      EXPECT_THROW(back.archive(archive), DataError) << name;
    }
  }
}

TEST(StateArchive, RefusesCountsBelowZeroAndVectorsThatAreNotFinite) {
  const auto refuses = [](const State& state) {
    const TensorFile file = saved(state);
    StateArchive archive = StateArchive::loading_from(file, "run");
    State back;
    EXPECT_THROW(back.archive(archive), DataError);
  };
  refuses({.count = -1});
  refuses({.counts = {3, -1}});
  refuses({.vector = Vector{{1.0, std::nan("")}}});
  refuses({.floats = VectorF{{std::numeric_limits<float>::infinity()}}});
}

}  // namespace
}  // namespace renyi::state_archive_test
