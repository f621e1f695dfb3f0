#include "experiments/machine.hpp"

#include <gtest/gtest.h>

#include "tests/core/thread_communicator.hpp"

namespace renyi::machine_test {
namespace {

TEST(Machine, IsMeasuredAlone) {
  const Machine machine = measure_machine(nullptr);
  EXPECT_GT(machine.flops, 1e8);
  EXPECT_LT(machine.flops, 1e12);
  EXPECT_GT(machine.memory, 1e8);
  EXPECT_EQ(machine.latency, 0.0);
  EXPECT_EQ(machine_table(machine, 1).rows.size(), 2U);
}

TEST(Machine, IsMeasuredWithOthers) {
  testing::as_processes(2, [](Communicator& others) {
    const Machine machine = measure_machine(&others);
    EXPECT_GT(machine.latency, 0.0);
    EXPECT_GT(machine.bandwidth, 0.0);
    EXPECT_EQ(machine_table(machine, 2).rows.size(), 4U);
  });
}

}  // namespace
}  // namespace renyi::machine_test
