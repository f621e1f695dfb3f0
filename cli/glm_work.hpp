// The fit of a regression as a command does it: with progress, interrupts and a checkpoint beside
// the model. Which method it is by is glm_flags.hpp's.
#pragma once

#include <map>
#include <string>
#include <string_view>

#include "cli/glm_flags.hpp"
#include "cli/resume_legs.hpp"

namespace renyi::cli {

class GlmWork {
 public:
  struct Subject {
    std::string kind = {};                            // of regression
    std::map<std::string, std::string> options = {};  // work_options() of the command's
    std::string data = {};                            // a fingerprint
  };
  // Others may be null. Both must outlive it.
  GlmWork(const GlmFlags& flags, Subject subject, Communicator* others,
          const CommonOptions& common);

  // Of the rows that are here, of so many in all. Throws Error after an interrupt, as
  // ResumableLegs::run() does.
  LocalFit fit(const GlmProblem& here, Index rows);
  // The model is saved.
  void finish() { legs_.finish(); }
  // How many processes there were, to the first table, and what they told each other.
  void add_processes(const LocalFit& fit, Report& report) const;

 private:
  InterruptGuard guard_ = {};
  const GlmFlags& flags_;
  Communicator* others_;
  const CommonOptions& common_;
  ResumableLegs legs_;
  double seconds_ = 0.0;
};

// Where there are processes that a method has no work for.
void hint_if_not_alone(std::string_view method, const CommonOptions& common);

}  // namespace renyi::cli
