// CmdStan's CSV of draws, as ArviZ, posterior and CmdStanPy read it: comment lines with settings, a
// header, a row a draw. What the columns are for is left to others.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "renyi/core/matrix.hpp"
#include "renyi/data/byte_source.hpp"

namespace renyi {

// "name = value" of the comment lines, in their order.
using CmdStanSettings = std::vector<std::pair<std::string, std::string>>;

// Draws of an approximation, as they are written.
struct ApproximateDraws {
  CmdStanSettings settings = {};
  std::vector<std::string> names = {};  // of the parameters: beta.1, sigma
  Vector mean = {};
  Matrix values = {};  // a row a name, a draw a column
  Vector log_p = {};   // of parameters and data
  Vector log_q = {};   // of the approximation, normalised
};

// Columns lp__, log_p__, log_g__ and the parameters. As CmdStan's variational method has it, lp__
// is 0, and the first row is the mean, with 0 in all three. Numbers are read back as the same bits.
// The file appears whole or not at all; throws UsageError where lengths do not fit or a name cannot
// stand in a header.
void write_cmdstan_csv(const std::string& path, const ApproximateDraws& draws);

// A file of any of CmdStan's methods.
struct CmdStanDraws {
  std::string file = {};
  CmdStanSettings settings = {};
  std::vector<std::string> names = {};  // of all columns, all different
  Matrix values = {};                   // a row a draw
  // Of all columns, where a variational method has written it as the first row; not among the
  // values.
  std::optional<Vector> mean = {};

  bool contains(std::string_view name) const;
  // Throws DataError that lists the columns.
  Vector column(std::string_view name) const;
  // The setting's text, without CmdStan's "(Default)"; nothing where there is none.
  std::optional<std::string> setting(std::string_view name) const;
};

// "-" is standard input; packed or not. Throws DataError with the line and column: no header, no
// draws, rows of unequal length, cells that are no numbers. NaN and infinities are numbers.
CmdStanDraws read_cmdstan_csv(const std::string& path);
CmdStanDraws read_cmdstan_csv(ByteSource& source);

}  // namespace renyi
