#include <fmt/format.h>

#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

#include "bench/subjects.hpp"
#include "bench/timing.hpp"
#include "renyi/inference/sweep.hpp"

namespace renyi::bench {
namespace {

constexpr Index parameters = 414'000;  // an auto-encoder of images

// What train() does to all parameters in a step.
class Steps {
 public:
  explicit Steps(ThreadPool& pool) : sweep_(parameters, &pool) {}

  // The gradient is what stands there, such as the parameters of two steps before.
  void step() {
    sum_.start(parameters);
    sum_.unused_own();
    VectorF& after = sum_.memory();
    keep(sweep_.adam({}, 1e-3, sum_, adam_, now_, after));
    before_.swap(now_);
    now_.swap(after);
  }

 private:
  Sweep<float> sweep_;
  BasicAdamState<float> adam_ = adam_start<float>(parameters);
  GradientSum<float> sum_ = {};
  VectorF before_ = VectorF::Ones(parameters), now_ = before_;
};

// Reads and writes three arrays, as many as two moments and the parameters; the gradient, which is
// read as well, is not counted.
class Copies {
 public:
  explicit Copies(ThreadPool& pool) : pool_(pool) {}

  void step() {
    const Partition chunks(parameters, 16384);
    pool_.for_each(chunks.shards(), [&](std::int64_t shard) {
      for (std::size_t i = 0; i < 3; ++i)
        std::memcpy(arrays_[i + 3].data() + chunks.begin(shard),
                    arrays_[i].data() + chunks.begin(shard),
                    static_cast<std::size_t>(chunks.size(shard)) * sizeof(float));
    });
    keep(arrays_.data());
  }

 private:
  ThreadPool& pool_;
  std::vector<VectorF> arrays_ = std::vector<VectorF>(6, VectorF::Ones(parameters));
};

}  // namespace

void bench_train(Table& table) {
  table.section("A step besides the objective, 414 000 floats, against copying the same memory");
  for (const int threads : {1, 2}) {
    ThreadPool pool(threads);
    Steps steps(pool);
    Copies copies(pool);
    const auto time = compare([&] { steps.step(); }, [&] { copies.step(); });
    const auto text = [](double seconds) { return fmt::format("{:.0f} us", 1e6 * seconds); };
    table.line(threads == 1 ? "one thread" : "two threads", text(time.ours), text(time.baseline),
               time.ours / time.baseline, Goal::at_most, 1.5);
  }
}

}  // namespace renyi::bench
