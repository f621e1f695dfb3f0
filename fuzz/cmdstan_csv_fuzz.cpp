// Any bytes through the reader of CmdStan's CSV, packed or not: nothing but DataError may escape,
// and what was read must be draws with names.
#include <cstdint>
#include <cstdlib>
#include <string>

#include "renyi/core/error.hpp"
#include "renyi/data/cmdstan_csv.hpp"

namespace {

void check(bool holds) {
  if (!holds) std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  try {
    auto source = renyi::ByteSource::of_memory({reinterpret_cast<const char*>(data), size});
    const renyi::CmdStanDraws draws = renyi::read_cmdstan_csv(source);
    check(draws.values.rows() > 0 && draws.values.cols() == std::ssize(draws.names));
    check(!draws.mean || draws.mean->size() == std::ssize(draws.names));
    for (const std::string& name : draws.names)
      check(draws.column(name).size() == draws.values.rows());
  } catch (const renyi::DataError&) {
  }
  return 0;
}
