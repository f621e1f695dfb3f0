// Work in legs (renyi/inference/legs.hpp) that can be stopped and gone on with: the checkpoint
// beside the file of the result, and what the person at the terminal is told. What the work is, is
// the command's; training of one model is resume.hpp's.
#pragma once

#include <functional>
#include <string>

#include "cli/common_options.hpp"
#include "cli/interrupt.hpp"
#include "cli/resume.hpp"
#include "renyi/inference/legs.hpp"

namespace renyi::cli {

struct ResumableWork {
  CheckpointFlags flags = {};
  std::string result = {};  // the file that will be written; empty: no checkpoint is kept
  std::string result_flag = "model";
  CheckpointIdentity identity = {};
  Communicator* others = nullptr;                // processes that do the same work
  std::function<void(StateArchive&)> more = {};  // as LegsOptions has it
};

class ResumableLegs {
 public:
  // Reads the checkpoint where that is asked for; DataError where it is one of other work.
  ResumableLegs(ResumableWork work, const CommonOptions& common);

  // f(legs). After an interrupt it throws Error with exit code 130 or 143 that says the way on.
  template <class F>
  auto run(const F& f) {
    try {
      return f(legs_);
    } catch (const WorkStopped&) {
      InterruptGuard::note_end(Ending::observer);
      InterruptGuard::rethrow(way_on());
      throw;
    }
  }

  // The result is written: there is nothing to go on with.
  void finish() { legs_.finish(); }

 private:
  LegsOptions legs_options() const;
  void hint_at_unfinished() const;
  std::string way_on() const;

  ResumableWork work_;
  const CommonOptions& common_;
  std::string path_;
  Legs legs_;
};

// For CheckpointIdentity: every field of a command's options that its legs depend on, and the seed.
// Those left out say where to read from and to write to, and what is made of the result.
template <class... Options>
std::map<std::string, std::string> work_options(const CommonOptions& common,
                                                const Options&... options) {
  auto texts = option_texts(options...);
  for (const char* where :
       {"data", "stream", "model", "csv", "library", "weighted", "parameters-only", "posterior",
        "resume", "checkpoint-every", "inspect-communication"})
    texts.erase(where);
  texts["seed"] = std::to_string(common.seed);
  return texts;
}

}  // namespace renyi::cli
