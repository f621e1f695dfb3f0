// The files that a command is going to write, looked at before it does its work, which may take
// hours.
#pragma once

#include <string>
#include <vector>

namespace renyi::cli {

// The value of an option; empty where none was given.
struct NamedFile {
  std::string option = {};
  std::string path = {};
};

// Throws UsageError where a file to be written is one that is read, or another that is written;
// DataError::input_output where one cannot be written. Leaves nothing behind.
void check_output_files(const std::vector<NamedFile>& read, const std::vector<NamedFile>& written);

}  // namespace renyi::cli
