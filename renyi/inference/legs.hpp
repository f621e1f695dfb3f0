// Long work that goes from leg to leg, as a posterior by several orders and starts does, in one
// file: legs that are done as what they came to, the one under way as where it stands. The same
// work goes on from the file to the same bits. Training of one model is checkpoint.hpp's.
#pragma once

#include <chrono>
#include <cstdint>
#include <exception>
#include <functional>
#include <string>

#include "renyi/core/communicator.hpp"
#include "renyi/core/state_archive.hpp"
#include "renyi/inference/checkpoint_identity.hpp"

namespace renyi {

// Thrown where somebody wanted the work to stop; where there is a file, it is up to date. No error,
// and no runtime_error, which libraries catch that are called on the way.
class WorkStopped : public std::exception {
 public:
  const char* what() const noexcept override { return "stopped"; }
};

// How far a leg has come, for people.
struct LegProgress {
  const char* unit = "";  // "pass", "step"
  std::int64_t done = 0, all = 0;
  double seconds = 0.0;  // since this program began the leg
};

struct LegsOptions {
  std::string path = {};  // of the file; empty: none is kept
  CheckpointIdentity identity = {};
  double seconds = 10.0;  // from one writing to the next
  std::function<bool()> stop = {};
  std::function<void(const LegProgress&)> progress = {};
  std::function<void(StateArchive&)> more = {};  // what is kept beside the legs
  Communicator* others = nullptr;                // who do the same work; the first one writes
};

class Legs {
 public:
  explicit Legs(LegsOptions options);
  Legs(const Legs&) = delete;
  Legs& operator=(const Legs&) = delete;
  ~Legs() = default;

  // Reads the file, before the first leg. DataError where it is damaged, or of other work.
  void resume();

  // The work is done, and its result is written: removes the file, if there is one.
  void finish();

  bool keeps() const { return !options_.path.empty(); }
  // Of the legs that were begun, what programs before this one have worked.
  double seconds_before() const { return seconds_before_; }
  // What all programs have worked that left what was read.
  double seconds_in_file() const { return seconds_in_file_; }

 private:
  friend class Leg;
  enum class Wish : std::uint8_t { go_on, write, stop };

  Wish wish() const;
  bool is_first() const;
  // The arrays of a leg, and others in their place.
  TensorFile kept(const std::string& prefix) const;
  void keep(const std::string& prefix, TensorFile&& leg);
  void write();
  double seconds() const;  // of this program

  LegsOptions options_;
  TensorFile file_ = {};     // what was read, with what has come since in its place
  std::int64_t behind_ = 0;  // how many legs are over
  double seconds_before_ = 0.0, seconds_in_file_ = 0.0;
  std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
  double last_write_ = 0.0;
};

class Leg {
 public:
  // Saves or loads all that the leg is in the middle of.
  using State = std::function<void(StateArchive&)>;
  enum class Processes : std::uint8_t { same, different };  // states

  // Null legs: nothing is kept, nothing stops. Loads the state where the file has this leg; where
  // it had been done, the work left is none.
  Leg(Legs* legs, State state, Processes processes = Processes::same);
  Leg(const Leg&) = delete;
  Leg& operator=(const Leg&) = delete;
  ~Leg();  // one that was not ended has failed: it fails again where the work is gone on with

  // Where the work may be left: writes the file when it is time to, and throws WorkStopped where
  // that is wanted. All processes call it alike; they agree in every so manieth call.
  void pause(const LegProgress& progress = {}, std::int64_t agree_every = 1);
  // Its state is now what it came to.
  void end();

 private:
  TensorFile saved() const;

  Legs* legs_;
  State state_;
  Communicator* others_ = nullptr;  // whose states differ
  std::string prefix_ = {};
  std::int64_t pauses_ = 0;
  double begin_ = 0.0, seconds_before_ = 0.0;
};

}  // namespace renyi
