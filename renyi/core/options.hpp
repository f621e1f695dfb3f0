// How an options aggregate names and explains its fields once, for flags, help, files and errors.
// Reading flags is the command line's; this only walks over the fields.
#pragma once

#include <type_traits>
#include <utility>

namespace renyi {

// An options struct is an aggregate with defaults, validate(), and
//
//   template <class Self, class Visitor>
//   static void describe(Self& self, Visitor&& field) {
//     field("repetitions", self.repetitions, "how often the simulation is repeated");
//   }
//
// where the name is the flag without its dashes.
template <class Options, class Visitor>
void for_each_field(Options& options, Visitor&& field) {
  std::remove_const_t<Options>::describe(options, std::forward<Visitor>(field));
}

}  // namespace renyi
