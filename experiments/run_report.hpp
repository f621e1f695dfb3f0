// A report on a store of results, whatever experiment or sweep filled it: a metric against alpha,
// ranks, the course of training, and what failed.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "experiments/run_metric.hpp"
#include "renyi/data/run_list.hpp"
#include "renyi/report/report.hpp"

namespace renyi {

struct RunReportOptions {
  std::string metric = {};
  std::optional<Better> better = {};
  std::string against = {};

  template <class Self, class Visitor>
  static void describe(Self& self, Visitor&& field) {
    field("metric", self.metric,
          "of a store: what is reported; default: log_likelihood, or the first that all have");
    field("better", self.better, "of a store: which end of the metric; auto: by its name");
    field(
        "against", self.against,
        "of a store: the option on the axis; default: alpha, or if it is always the same another");
  }
};

// `runs` are some of those of the store. Throws UsageError for a metric or an option that no run
// has that is done.
Report run_report(const RunList& store, const std::vector<StoredRun>& runs,
                  const RunReportOptions& options);

}  // namespace renyi
