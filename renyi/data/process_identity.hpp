// Which process has something, in a way that can be written down: whether it still lives can be
// told later, also when its number has been given to another.
#pragma once

#include <cstdint>
#include <string>

namespace renyi {

struct ProcessIdentity {
  std::string host = {};
  std::int64_t process = 0;  // its number
  std::string start = {};    // when it began, in ticks since the machine did

  bool operator==(const ProcessIdentity&) const = default;
};

ProcessIdentity this_process();

// Of another host nothing is known: its processes count as living. One of which the system does not
// say when it began is taken for the same.
bool is_living(const ProcessIdentity& identity);

}  // namespace renyi
