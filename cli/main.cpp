#include <iostream>
#include <string>
#include <vector>

#include "cli/run.hpp"

int main(int count, char** arguments) {
  return renyi::cli::run(std::vector<std::string>(arguments + 1, arguments + count), std::cout,
                         std::cerr);
}
