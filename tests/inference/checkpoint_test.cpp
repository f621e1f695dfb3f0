#include "renyi/inference/checkpoint.hpp"

#include <gtest/gtest.h>
#include <signal.h>

#include <filesystem>

#include "renyi/core/error.hpp"
#include "tests/inference/zoo.hpp"
#include "tests/support/child_process.hpp"
#include "tests/support/temporary_folder.hpp"

namespace renyi::checkpoint_test {
namespace {

using testing::contents;
using testing::OwnParameters;
using testing::TemporaryFolder;

// Seventy rows in three batches an epoch.
constexpr Index rows = 70;

TrainOptions options(std::int64_t epochs = 4) {
  return {.alpha = Alpha(0.5), .draws = 5, .epochs = epochs, .learning_rate = 0.05};
}

CheckpointIdentity identity(const TrainOptions& train = options()) {
  return checkpoint_identity("test", train, {}, "fnv1a64:0");
}

template <class T>
BasicFit<T> run(BasicTrainState<T>& state, const TrainOptions& train,
                const std::vector<Observer>& observers = {}) {
  OwnParameters<T> objective(testing::some_data(rows));
  const auto score = [](const VectorOf<T>& parameters) {
    return -std::abs(static_cast<double>(parameters(1)) - 0.5);
  };
  return renyi::train(objective, state, train, {.observers = observers, .score = score});
}

template <class T>
BasicTrainState<T> beginning() {
  return start_at<T>(VectorOf<T>::Zero(rows));
}

template <class T>
class Checkpoint : public ::testing::Test {};
using Precisions = ::testing::Types<float, double>;
TYPED_TEST_SUITE(Checkpoint, Precisions);

TYPED_TEST(Checkpoint, OfAnyStepGoesOnToTheSameBits) {
  using T = TypeParam;
  const TemporaryFolder folder;
  TrainOptions train = options();
  train.averaging = 0.6;
  train.schedule = CosineDecay{};
  // All bytes but those of the seconds that it took.
  const auto written = [&](BasicTrainState<T> state) {
    EXPECT_GT(state.seconds, 0.0);
    state.seconds = 0.0;
    write_checkpoint(folder.path("run"), state, identity(train));
    return contents(folder.path("run"));
  };
  auto whole = beginning<T>();
  run(whole, train);
  for (std::int64_t stop = 1; stop < 12; ++stop) {
    auto part = beginning<T>();
    run(part, train, {[stop](const Progress& progress) {
          return progress.step == stop ? Decision::stop : Decision::go_on;
        }});
    write_checkpoint(folder.path("part"), part, identity(train));
    auto restored = read_checkpoint<T>(folder.path("part"), identity(train));
    const BasicFit<T> rest = run(restored, train);
    EXPECT_EQ(rest.seconds_before, part.seconds);
    EXPECT_GT(restored.seconds, part.seconds);
    EXPECT_EQ(written(restored), written(whole)) << stop;
  }
}

TYPED_TEST(Checkpoint, OutlivesAProcessThatIsKilled) {
  using T = TypeParam;
  const TemporaryFolder folder;
  const std::string path = folder.path("run");
  auto whole = beginning<T>();
  run(whole, options());
  const auto killed = [&] {
    auto state = beginning<T>();
    CheckpointWriter<T> writer(path, state, identity(), 0.0);
    run(state, options(), {writer.observer(), [](const Progress& progress) {
                             if (progress.step == 8) ::raise(SIGKILL);
                             return Decision::go_on;
                           }});
    return 0;
  };
  EXPECT_EQ(testing::in_child(killed), -1);
  auto state = read_checkpoint<T>(path, identity());
  EXPECT_EQ(state.step, 6) << "the end of the second epoch";
  run(state, options());
  EXPECT_EQ(state.parameters, whole.parameters);
  EXPECT_EQ(state.result(), whole.result());
}

TYPED_TEST(Checkpoint, LetsARunGrow) {
  using T = TypeParam;
  const TemporaryFolder folder;
  auto state = beginning<T>(), whole = beginning<T>();
  run(state, options(4));
  write_checkpoint(folder.path("run"), state, identity(options(4)));
  auto more = read_checkpoint<T>(folder.path("run"), identity(options(6)));
  run(more, options(6));
  run(whole, options(6));
  EXPECT_EQ(more.parameters, whole.parameters);
  EXPECT_EQ(more.history.size(), 6U);
}

TEST(CheckpointFile, IsRefusedWithAnyByteChangedOrMissing) {
  const TemporaryFolder folder;
  const std::string path = folder.path("run");
  auto state = start_at<float>(VectorF::LinSpaced(3, -1.0F, 1.0F));
  write_checkpoint(path, state, identity());
  const std::string bytes = contents(path);
  EXPECT_NO_THROW(read_checkpoint<float>(path, identity()));
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    std::string changed = bytes;
    changed[i] = static_cast<char>(changed[i] ^ 1);
    folder.file("run", changed);
    EXPECT_THROW(read_checkpoint<float>(path, identity()), DataError) << i;
    folder.file("run", bytes.substr(0, i));
    EXPECT_THROW(read_checkpoint<float>(path, identity()), DataError) << i;
  }
  folder.file("run", bytes);
  EXPECT_THROW(read_checkpoint<double>(path, identity()), DataError) << "of single precision";
  EXPECT_THROW(read_checkpoint<float>(folder.path("none"), identity()), DataError);
}

TEST(CheckpointWriter, WritesAtEndsOfEpochsAndNotTooOften) {
  const TemporaryFolder folder;
  const std::string path = folder.path("run");
  auto state = start_at<double>(Vector::Zero(3));
  CheckpointWriter<double> writer(path, state, identity(), 10.0);
  const Observer observer = writer.observer();
  // Whether the step, which ends at so many seconds, is written.
  const auto writes = [&](double seconds, bool epoch_ended, std::int64_t steps = 1000) {
    std::filesystem::remove(path);
    ++state.step;
    EXPECT_EQ(
        observer(
            {.epoch_ended = epoch_ended, .step = state.step, .steps = steps, .seconds = seconds}),
        Decision::go_on);
    return std::filesystem::exists(path);
  };
  EXPECT_FALSE(writes(9.0, true));
  EXPECT_FALSE(writes(11.0, false)) << "within an epoch";
  EXPECT_TRUE(writes(12.0, true));
  EXPECT_FALSE(writes(21.0, true));
  EXPECT_TRUE(writes(22.0, true));
  EXPECT_TRUE(writes(23.0, true, state.step + 1)) << "the last one";
  std::filesystem::remove(path);
  writer.write();
  EXPECT_FALSE(std::filesystem::exists(path)) << "of this step there is one";
  ++state.step;
  writer.write();
  EXPECT_TRUE(std::filesystem::exists(path));
}

}  // namespace
}  // namespace renyi::checkpoint_test
