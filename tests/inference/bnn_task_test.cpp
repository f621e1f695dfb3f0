#include "renyi/inference/bnn_task.hpp"

#include <gtest/gtest.h>

#include "renyi/core/error.hpp"

namespace renyi::bnn_task_test {
namespace {

TableEncoding with_classes(std::vector<std::string> classes) {
  TableEncoding encoding;
  encoding.target.levels = std::move(classes);
  return encoding;
}

TEST(BnnTask, FollowsTheTarget) {
  const auto expect = [](const BnnTask& task, Likelihood likelihood, Index outputs) {
    EXPECT_EQ(task.likelihood, likelihood);
    EXPECT_EQ(task.outputs, outputs);
  };
  expect(bnn_task({}, false), Likelihood::gaussian, 1);
  expect(bnn_task({}, true), Likelihood::gaussian_two_heads, 2);
  expect(bnn_task(with_classes({"a", "b"}), false), Likelihood::bernoulli, 1);
  expect(bnn_task(with_classes({"a", "b", "c"}), false), Likelihood::categorical, 3);
  EXPECT_THROW(bnn_task(with_classes({"a", "b"}), true), UsageError);
}

}  // namespace
}  // namespace renyi::bnn_task_test
