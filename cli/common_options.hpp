// The options that every command has.
#pragma once

#include <cstdint>
#include <iosfwd>
#include <string>

#include "renyi/core/communicator.hpp"
#include "renyi/report/format.hpp"

namespace renyi::cli {

// Where results go beside stdout. Not part of their record: a result is the same wherever it is
// written to, and repeating it must not write over it.
struct Destination {
  std::string folder;

  template <class Self, class Visitor>
  static void describe(Self& self, Visitor&& field) {
    field("output", self.folder, "folder to write the result to, as JSON, CSV and a page");
  }
};

struct CommonOptions {
  std::uint64_t seed = 1;
  std::int64_t threads = 0;
  Format format = Format::table;
  bool quiet = false;
  Destination destination = {};
  std::ostream* err = nullptr;     // for progress and hints; null: nobody listens
  Communicator* others = nullptr;  // processes that run alike; null: there are none

  template <class Self, class Visitor>
  static void describe(Self& self, Visitor&& field) {
    field("seed", self.seed, "seed of all random numbers");
    field("threads", self.threads, "threads to use; 0: all that this process may use");
    field("format", self.format, "how results are printed on stdout");
    field("quiet", self.quiet, "no progress and no hints on stderr");
  }

  void validate() const;
  // A line for the person at the terminal, unless --quiet.
  void hint(const std::string& text) const;
  // Whether this process is the one that speaks and writes.
  bool is_first() const { return others == nullptr || others->rank() == 0; }
  // The number of threads that `threads` stands for.
  int thread_count() const;
};

}  // namespace renyi::cli
