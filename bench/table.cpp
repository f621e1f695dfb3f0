#include "bench/table.hpp"

#include <fmt/format.h>

namespace renyi::bench {

void Table::section(const std::string& title) const {
  fmt::print("\n{}\n{:<28} {:>13} {:>13} {:>8} {:>9}\n", title, "", "ours", "baseline", "ratio",
             "target");
}

void Table::fact(const std::string& name, const std::string& value) const {
  fmt::print("{:<28} {:>13}\n", name, value);
}

void Table::line(const std::string& name, const std::string& ours, const std::string& baseline,
                 double ratio, Goal goal, double target, bool percent) {
  const bool reached = goal == Goal::at_least ? ratio >= target : ratio <= target;
  if (!reached) ++short_;
  const auto text = [&](double value) {
    return percent ? fmt::format("{:.1f} %", 100 * value) : fmt::format("{:.2f}x", value);
  };
  fmt::print("{:<28} {:>13} {:>13} {:>8} {:>9}  {}\n", name, ours, baseline, text(ratio),
             (goal == Goal::at_least ? ">= " : "<= ") + text(target), reached ? "PASS" : "short");
}

void Table::void_line(const std::string& name, const std::string& ours, const std::string& baseline,
                      const std::string& reason) {
  ++void_;
  fmt::print("{:<28} {:>13} {:>13} {:>8} {:>9}  {}\n", name, ours, baseline, "", "", reason);
}

}  // namespace renyi::bench
