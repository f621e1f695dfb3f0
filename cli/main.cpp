#include <cstdlib>
#include <iostream>
#include <sstream>
#include <string>
#include <vector>

#include "cli/run.hpp"

#ifdef RENYI_HAS_MPI
#include "renyi/mpi/mpi_communicator.hpp"

namespace {

// All processes do the same; the first one speaks, and another only where it ends without them.
int run_with_others(std::vector<std::string> arguments, renyi::MpiCommunicator& others) {
  std::ostringstream unheard_out, unheard;
  const bool is_first = others.rank() == 0;
  const int code = renyi::cli::run(std::move(arguments), is_first ? std::cout : unheard_out,
                                   is_first ? std::cerr : unheard, &others);
  if (others.has_lost()) {  // MPI's own end now and then waits for them
    std::cout.flush();
    std::_Exit(code);
  }
  // The first one ends last, with what there is to write: others wait for it, but who is not there
  // soon after it is no more.
  constexpr double for_ever = 0.0, patience = 10.0;
  if (others.all_have_ended(code == 0 && !is_first ? for_ever : patience)) return code;
  std::cout.flush();
  if (!is_first) std::cerr << "renyi: process " << others.rank() << ": " << unheard.str();
  if (is_first && code == 0) std::cerr << "renyi: all is done, but a process was lost\n";
  renyi::MpiCommunicator::abort(code);
}

}  // namespace
#endif

int main(int count, char** arguments) {
  std::vector<std::string> words(arguments + 1, arguments + count);
#ifdef RENYI_HAS_MPI
  if (const auto others = renyi::MpiCommunicator::join())
    return run_with_others(std::move(words), *others);
#endif
  return renyi::cli::run(std::move(words), std::cout, std::cerr);
}
