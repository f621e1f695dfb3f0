// The flags of every command that chooses among the runs of a store.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "renyi/data/run_filter.hpp"
#include "renyi/data/run_list.hpp"

namespace renyi::cli {

inline constexpr const char* store_description = "file that --store of another command named";

// Self is RunSelection, or that and const.
template <class Self, class Visitor>
void describe_selection(Self& self, Visitor& field) {
  field("where", self.where,
        "only runs like alpha=0.5 or rmse<3 (= != < <= > >=); given again: and also like that");
  field("sort", self.sort, "field to order by; --sort=-FIELD has the greatest first");
  field("limit", self.limit, "how many at most; 0: all");
}

// For CommandText::repeated.
std::map<std::string, std::string> selection_joint();

std::string selection_footer(const std::string& command);

// Refusals name the flag.
std::vector<StoredRun> selected_runs(const RunList& store, const RunSelection& selection);
const StoredRun& run_of(const RunList& store, std::int64_t id, std::string_view flag);

}  // namespace renyi::cli
