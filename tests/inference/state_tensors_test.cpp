#include "renyi/inference/state_tensors.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "renyi/core/error.hpp"

namespace renyi::state_tensors_test {
namespace {

// Something else in every field.
template <class T>
BasicTrainState<T> some_state() {
  BasicTrainState<T> state = start_at<T>(VectorOf<T>::LinSpaced(5, T{-1}, T{1} / T{3}));
  state.adam = {.first = VectorOf<T>::Constant(5, T{1} / T{7}),
                .second = VectorOf<T>::Constant(5, std::numeric_limits<T>::denorm_min()),
                .steps = 11};
  state.epoch = 2;
  state.batch = 1;
  state.step = 7;
  state.bound = {1, -0.1, 0.2};
  state.effective_draws = {2, 3.3, 0.4};
  state.average = VectorOf<T>::Constant(5, T{0.25});
  state.averaged = 3;
  state.seconds = 12.5;
  state.history = {{1, -2.0, 0.5, 3.0, 0.01, std::nullopt},
                   {2, -1.0, std::nullopt, 2.0, 0.02, std::nan("")}};
  return state;
}

template <class T>
class StateTensors : public ::testing::Test {};
using Precisions = ::testing::Types<float, double>;
TYPED_TEST_SUITE(StateTensors, Precisions);

TYPED_TEST(StateTensors, ComeBackBitForBit) {
  using T = TypeParam;
  for (const bool has_best : {false, true}) {
    BasicTrainState<T> state = some_state<T>();
    if (has_best) state.best = {VectorOf<T>::Constant(5, T{2}), -1.5, 1};
    TensorFile file;
    save_state(state, file);
    EXPECT_EQ(file.tensors.at("parameters").type,
              (std::is_same_v<T, float> ? ElementType::f32 : ElementType::f64));
    const auto back = load_state<T>(file, "run");
    EXPECT_EQ(back.parameters, state.parameters);
    EXPECT_EQ(back.adam.first, state.adam.first);
    EXPECT_EQ(back.adam.second, state.adam.second);
    EXPECT_EQ(back.adam.steps, 11);
    EXPECT_EQ(back.epoch, 2);
    EXPECT_EQ(back.batch, 1);
    EXPECT_EQ(back.step, 7);
    EXPECT_EQ(back.bound.count, 1);
    EXPECT_EQ(back.bound.mean, -0.1);
    EXPECT_EQ(back.bound.squares, 0.2);
    EXPECT_EQ(back.effective_draws.count, 2);
    EXPECT_EQ(back.effective_draws.mean, 3.3);
    EXPECT_EQ(back.effective_draws.squares, 0.4);
    EXPECT_EQ(back.average, state.average);
    EXPECT_EQ(back.averaged, 3);
    EXPECT_EQ(back.seconds, 12.5);
    ASSERT_EQ(back.history.size(), 2U);
    EXPECT_EQ(back.history[0].epoch, 1);
    EXPECT_EQ(back.history[0].bound, -2.0);
    EXPECT_EQ(back.history[0].standard_error, 0.5);
    EXPECT_EQ(back.history[0].effective_draws, 3.0);
    EXPECT_EQ(back.history[0].learning_rate, 0.01);
    EXPECT_FALSE(back.history[0].validation_score);
    EXPECT_FALSE(back.history[1].standard_error);
    EXPECT_TRUE(std::isnan(back.history[1].validation_score.value()));
    ASSERT_EQ(back.best.has_value(), has_best);
    if (!has_best) continue;
    EXPECT_EQ(back.best->parameters, state.best->parameters);
    EXPECT_EQ(back.best->score, -1.5);
    EXPECT_EQ(back.best->epoch, 1);
    TensorFile again;
    save_state(back, again);
    EXPECT_EQ(again, file);
  }
}

TYPED_TEST(StateTensors, RefuseWhatNoRunCouldHaveLeft) {
  using T = TypeParam;
  TensorFile good;
  BasicTrainState<T> state = some_state<T>();
  state.best = {VectorOf<T>::Constant(5, T{2}), -1.5, 1};
  save_state(state, good);
  for (const auto& [name, tensor] : good.tensors) {
    TensorFile file = good;
    file.tensors.erase(name);
    if (name != "best.parameters") {
      EXPECT_THROW(load_state<T>(file, "run"), DataError) << "without " << name;
    }
    file.tensors[name] = vector_tensor(Vector::Ones(17));
    EXPECT_THROW(load_state<T>(file, "run"), DataError) << "another " << name;
    file.tensors[name] = {.type = ElementType::u8, .shape = {}, .bytes = "x"};
    EXPECT_THROW(load_state<T>(file, "run"), DataError) << "no array " << name;
  }
  state.parameters(3) = std::numeric_limits<T>::infinity();
  save_state(state, good);
  EXPECT_THROW(load_state<T>(good, "run"), DataError);
  state = some_state<T>();
  state.averaged = -1;
  save_state(state, good);
  EXPECT_THROW(load_state<T>(good, "run"), DataError);
}

TEST(StateTensorsOfFloat, AreNotOfTheOtherPrecision) {
  TensorFile file;
  save_state(some_state<float>(), file);
  EXPECT_THROW(load_state<double>(file, "run"), DataError);
}

}  // namespace
}  // namespace renyi::state_tensors_test
