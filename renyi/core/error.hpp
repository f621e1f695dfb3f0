// The three errors that the library throws, each with the exit code that the command line gives it.
// Nothing here prints or exits.
#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>

namespace renyi {

// The codes of sysexits.h that renyi uses, and the shell's for a program that a signal has ended.
enum class ExitCode : std::uint8_t {
  success = 0,
  usage = 64,
  data = 65,
  no_input = 66,
  internal = 70,
  input_output = 74,
  hung_up = 129,
  interrupted = 130,
  terminated = 143,
};

class Error : public std::runtime_error {
 public:
  Error(ExitCode code, const std::string& message) : std::runtime_error(message), code_(code) {}
  ExitCode exit_code() const { return code_; }

 private:
  ExitCode code_;
};

// The caller asked for something that has no meaning: an option, an argument, a shape.
class UsageError : public Error {
 public:
  explicit UsageError(const std::string& message) : Error(ExitCode::usage, message) {}
};

// Where in an input something is wrong. Lines and columns count from 1; 0 means "the whole of it".
// The column is a cell in a table, as a spreadsheet counts, and a character in other text.
struct Place {
  std::string file;
  std::int64_t line = 0;
  std::int64_t column = 0;
};

// An input is not what it should be: the message names the place, what was expected and what was
// found there.
class DataError : public Error {
 public:
  DataError(const Place& place, const std::string& expected, const std::string& found);

  // The input does not exist or cannot be opened (exit code 66).
  static DataError no_input(const std::string& file, const std::string& reason);
  // Reading or writing failed underway: a broken disk, a full one (exit code 74).
  static DataError input_output(const std::string& file, const std::string& reason);

  const Place& place() const { return place_; }

 private:
  DataError(ExitCode code, Place place, const std::string& message);

  Place place_;
};

// A computation left the numbers: NaN where a number must be. The message names the quantity.
class NumericalError : public Error {
 public:
  explicit NumericalError(const std::string& message) : Error(ExitCode::internal, message) {}
};

}  // namespace renyi
