#include "renyi/core/communicator.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <numeric>

#include "tests/core/thread_communicator.hpp"

namespace renyi::communicator_test {
namespace {

using testing::as_processes;

RC_GTEST_PROP(Communicator, SharesAreWholeInOrderAndEven, ()) {
  const auto items = *rc::gen::inRange<std::int64_t>(0, 1000);
  const int processes = *rc::gen::inRange(1, 40);
  std::int64_t next = 0;
  for (int r = 0; r < processes; ++r) {
    const Share share = share_of(items, r, processes);
    RC_ASSERT(share.begin == next);
    RC_ASSERT(share.size() >= items / processes && share.size() <= items / processes + 1);
    next = share.end;
  }
  RC_ASSERT(next == items);
}

TEST(Communicator, GathersWhatEachHas) {
  for (const int processes : {1, 2, 3, 5})
    as_processes(processes, [&](Communicator& all) {
      std::vector<int> data(8, -1);
      const Share own = share_of(4, all.rank(), processes);
      for (std::int64_t i = 2 * own.begin; i < 2 * own.end; ++i)
        data[static_cast<std::size_t>(i)] = static_cast<int>(i);
      all.all_gather(data.data(), 4, 2);
      std::vector<int> expected(8);
      std::iota(expected.begin(), expected.end(), 0);
      EXPECT_EQ(data, expected);
      EXPECT_EQ(all.traffic().bytes,
                static_cast<std::size_t>(2 * own.size() * (processes - 1)) * sizeof(int));
    });
}

TEST(Communicator, FindsTheLowestThatSaysSo) {
  as_processes(3, [](Communicator& all) {
    EXPECT_EQ(all.lowest(false), 3);
    EXPECT_EQ(all.lowest(all.rank() >= 1), 1);
    EXPECT_FALSE(all.any(false));
    EXPECT_TRUE(all.any(all.rank() == 2));
  });
}

TEST(Communicator, AllThrowWhatTheLowestThrew) {
  as_processes(3, [](Communicator& all) {
    try {
      together(&all, [&] {
        if (all.rank() > 0) throw NumericalError(std::string("row ") + "01234"[all.rank()]);
      });
      FAIL() << "expected an error in process " << all.rank();
    } catch (const NumericalError& error) {
      EXPECT_STREQ(error.what(), "row 1");
    }
    bool ran = false;
    together(&all, [&] { ran = true; });
    EXPECT_TRUE(ran);
  });
  EXPECT_THROW(together(nullptr, [] { throw NumericalError("alone"); }), NumericalError);
}

}  // namespace
}  // namespace renyi::communicator_test
