// Long runs of training that can be stopped and gone on with: the flags, the checkpoint beside the
// model, and what the person at the terminal is told. What is trained is the command's.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "cli/common_options.hpp"
#include "cli/field_text.hpp"
#include "cli/interrupt.hpp"
#include "cli/model_file.hpp"
#include "renyi/core/error.hpp"
#include "renyi/core/options.hpp"
#include "renyi/inference/checkpoint.hpp"
#include "renyi/report/report.hpp"

namespace renyi::cli {

struct CheckpointFlags {
  bool resume = false;
  double checkpoint_every = 10.0;

  // `resume_text` says what can be gone on with.
  template <class Self, class Visitor>
  static void describe(Self& self, Visitor&& field, const char* resume_text,
                       const char* every_text = "seconds from one checkpoint to the next") {
    field("resume", self.resume, resume_text);
    field("checkpoint-every", self.checkpoint_every, every_text);
  }
  // `result`: the file to write to, if any, beside which the checkpoint is, and its flag. Throws
  // UsageError that names the flag.
  void validate(const std::string& result, const char* result_flag = "model") const;
};

// What processes did together.
struct SharedWork {
  std::int64_t count = 0;
  double seconds = 0.0;
  const char *unit = "step", *units = "steps";
};

struct ProcessFlags {
  bool fast_reduce = false;
  bool inspect_communication = false;

  template <class Self, class Visitor>
  static void describe(Self& self, Visitor&& field) {
    field("fast-reduce", self.fast_reduce,
          "with several processes: sums in any order, so that bits depend on their number");
    field("inspect-communication", self.inspect_communication,
          "with several processes: a table of bytes a step and of the time they took");
  }
  // Where flags for several processes are given to one.
  void hint_if_alone(const CommonOptions& common) const;
  // What processes told each other meanwhile, where that is asked for.
  void add_communication(const Communicator* others, const SharedWork& work, Report& report) const;
};

struct ResumeFlags {
  CheckpointFlags checkpoint = {};
  ProcessFlags processes = {};

  template <class Self, class Visitor>
  static void describe(Self& self, Visitor&& field) {
    CheckpointFlags::describe(
        self.checkpoint, field,
        "go on from the checkpoint beside --model, after an interrupt or for more epochs",
        "seconds from one checkpoint to the next, which the end of an epoch writes");
    ProcessFlags::describe(self.processes, field);
  }
};

// Where the checkpoint of a model is; nowhere where there is no model, or only a device or a pipe.
std::string checkpoint_path(const std::string& model);

// The fields of options structs by name, for CheckpointIdentity.
template <class... Options>
std::map<std::string, std::string> option_texts(const Options&... options) {
  std::map<std::string, std::string> texts;
  const auto collect = [&](const std::string& name, const auto& value, const char* /*text*/) {
    texts[name] = field_text(write_field(value));
  };
  (for_each_field(options, collect), ...);
  return texts;
}

// A run that the command trains on state(), with the observers among its hooks.
template <class T>
class ResumableRun {
 public:
  // Reads the checkpoint where that is asked for; DataError where it is one of another run.
  ResumableRun(const ResumeFlags& flags, const std::string& model,
               const CheckpointIdentity& identity, const CommonOptions& common);
  ResumableRun(const ResumableRun&) = delete;
  ResumableRun& operator=(const ResumableRun&) = delete;
  ~ResumableRun() = default;

  // Empty at the beginning.
  BasicTrainState<T>& state() { return state_; }

  // Of interrupts, checkpoints and progress.
  std::vector<Observer> observers();

  // The processes that train together.
  Processes processes() const { return {common_.others, flags_.processes.fast_reduce}; }
  // What they told each other in a fit, where that is asked for.
  void add_communication(const BasicFit<T>& fit, Report& report) const {
    flags_.processes.add_communication(common_.others, {.count = fit.steps, .seconds = fit.seconds},
                                       report);
  }

  // Writes where training has ended, other than by an error.
  void finish();

  // What an interrupted person can do: "--resume goes on from FILE"; empty without a checkpoint.
  std::string way_on() const;

 private:
  // Where a checkpoint of the same run is about to be lost.
  void hint_at_unfinished(const CheckpointIdentity& identity) const;

  std::string path_;
  ResumeFlags flags_;
  const CommonOptions& common_;
  BasicTrainState<T> state_ = {};
  std::optional<CheckpointWriter<T>> writer_ = {};
};

// Trains what `run` is (bnn_run.hpp, vae_run.hpp), and leaves the last good model in its file where
// that left the numbers.
template <class Run, class T>
auto train_resumably(const Run& run, const std::string& model, const CommonOptions& common,
                     ResumableRun<T>& resumable) {
  ThreadPool pool(common.thread_count());
  try {
    auto fit = run.train(resumable.state(), resumable.observers(), &pool, resumable.processes());
    resumable.finish();
    InterruptGuard::note_end(fit.training.ending);
    return fit;
  } catch (const NumericalError& error) {
    if (resumable.state().step == 0) throw;
    if (common.is_first())
      save_model(model, run.model_at(resumable.state().result()).save(), run.options().train.alpha);
    throw NumericalError(std::string(error.what()) + "; " + where_saved(model));
  }
}

}  // namespace renyi::cli
