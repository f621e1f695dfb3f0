// The lines of the benchmark's table. What is measured is left to the subjects.
#pragma once

#include <string>

namespace renyi::bench {

// How a ratio is held against its target.
enum class Goal { at_least, at_most };

class Table {
 public:
  void section(const std::string& title) const;
  // A measurement without a target.
  void fact(const std::string& name, const std::string& value) const;
  // ours, baseline: as text with units; ratio and target: as "9.00x" or "80.0 %".
  void line(const std::string& name, const std::string& ours, const std::string& baseline,
            double ratio, Goal goal, double target, bool percent = false);
  // A comparison that says nothing, and why.
  void void_line(const std::string& name, const std::string& ours, const std::string& baseline,
                 const std::string& reason);
  int without_verdict() const { return void_; }
  int short_of_target() const { return short_; }

 private:
  int short_ = 0, void_ = 0;
};

}  // namespace renyi::bench
