// Other programs that do the same step, where they are installed: scripts in bench/peers.
#include <fmt/format.h>

#include <array>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <memory>
#include <optional>
#include <string>

#include "bench/subjects.hpp"
#include "bench/timing.hpp"
#include "bench/vae_steps.hpp"

namespace renyi::bench {
namespace {

struct Close {
  void operator()(std::FILE* pipe) const { pclose(pipe); }
};

// The number that a script prints; none where it does not run.
std::optional<double> run_script(const std::string& script, const std::string& arguments) {
  const char* python = std::getenv("PYTHON");
  const std::string command =
      fmt::format("{} '{}/bench/peers/{}' {} 2>/dev/null", python != nullptr ? python : "python3",
                  RENYI_SOURCE_DIR, script, arguments);
  const std::unique_ptr<std::FILE, Close> pipe(popen(command.c_str(), "r"));
  std::array<char, 64> line = {};
  if (!pipe || std::fgets(line.data(), static_cast<int>(line.size()), pipe.get()) == nullptr)
    return std::nullopt;
  return std::strtod(line.data(), nullptr);
}

double fastest_step(VaeSteps& steps) {
  double fastest = std::numeric_limits<double>::infinity(), spent = 0.0;
  for (int i = 0; i < 10 || spent < 2.0; ++i) {
    const double now = seconds([&] { steps.step(); }, 1);
    fastest = std::min(fastest, now);
    spent += now;
  }
  return fastest;
}

}  // namespace

void bench_peers(Table& table) {
  struct Case {
    ImageShape shape;
    const char* text;
    Index draws;
    Alpha alpha;
  };
  const Case cases[] = {{frey, "frey", 50, Alpha::iwae()},
                        {frey, "frey", 50, Alpha::vr_max()},
                        {mnist, "mnist", 50, Alpha::iwae()},
                        {mnist, "mnist", 5, Alpha::iwae()}};
  for (const auto& [script, name] : {std::pair("vae_torch.py", "PyTorch"), {"vae_jax.py", "JAX"}}) {
    table.section(fmt::format("A training step against {}, two threads", name));
    for (const auto& [shape, text, draws, alpha] : cases) {
      const char* method = alpha.is_finite() ? "iwae" : "vr-max";
      const std::string title = fmt::format("{}, K={}, {}", shape.name, draws, method);
      const auto theirs = run_script(script, fmt::format("{} {} {} 2", text, draws, method));
      if (!theirs) {
        table.fact(title, "not installed");
        continue;
      }
      ThreadPool pool(2);
      VaeSteps steps(shape, alpha, draws, pool);
      const double ours = fastest_step(steps);
      table.line(title, fmt::format("{:.2f} ms", 1e3 * ours),
                 fmt::format("{:.2f} ms", 1e3 * *theirs), *theirs / ours, Goal::at_least, 1.0);
    }
  }
}

}  // namespace renyi::bench
