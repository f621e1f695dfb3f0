#include <fmt/format.h>

#include <random>
#include <vector>

#include "bench/subjects.hpp"
#include "bench/timing.hpp"
#include "renyi/core/random.hpp"

namespace renyi::bench {
namespace {

template <class T>
void bench_normal(Table& table, const std::string& name, double target) {
  const std::size_t n = 8192;
  std::vector<T> ours(n), theirs(n);
  std::mt19937_64 engine(1);
  std::normal_distribution<T> normal;
  std::uint32_t step = 0;
  const auto time = compare(
      [&] {
        fill_normal({.seed = 1, .purpose = Purpose::draws, .step = ++step}, {}, std::span(ours));
        keep(ours.data());
      },
      [&] {
        for (T& z : theirs) z = normal(engine);
        keep(theirs.data());
      });
  const double ns = 1e9 / static_cast<double>(n);
  table.line(name, fmt::format("{:.2f} ns", ns * time.ours),
             fmt::format("{:.2f} ns", ns * time.baseline), time.baseline / time.ours,
             Goal::at_least, target);
}

}  // namespace

void bench_random(Table& table) {
  table.section("Standard normals against std::normal_distribution and std::mt19937_64");
  bench_normal<float>(table, "normal, float", 9.0);
  bench_normal<double>(table, "normal, double", 4.0);
}

}  // namespace renyi::bench
