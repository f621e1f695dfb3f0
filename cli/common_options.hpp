// The options that every command has.
#pragma once

#include <cstdint>

#include "renyi/report/format.hpp"

namespace renyi::cli {

struct CommonOptions {
  std::uint64_t seed = 1;
  std::int64_t threads = 0;
  Format format = Format::table;
  bool quiet = false;

  template <class Self, class Visitor>
  static void describe(Self& self, Visitor&& field) {
    field("seed", self.seed, "seed of all random numbers");
    field("threads", self.threads, "threads to use; 0: all that this process may use");
    field("format", self.format, "how results are printed on stdout");
    field("quiet", self.quiet, "no progress on stderr");
  }

  void validate() const;
  // The number of threads that `threads` stands for.
  int thread_count() const;
};

}  // namespace renyi::cli
