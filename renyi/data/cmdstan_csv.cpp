#include "renyi/data/cmdstan_csv.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "renyi/core/atomic_file.hpp"
#include "renyi/core/error.hpp"
#include "renyi/data/blanks.hpp"
#include "renyi/data/column_names.hpp"
#include "renyi/data/excerpt.hpp"
#include "renyi/data/header_line.hpp"
#include "renyi/data/numeric_matrix.hpp"

namespace renyi {
namespace {

constexpr std::size_t max_comment_bytes = std::size_t{1024} * 1024;

std::string cmdstan_number(double value) {
  return std::isnan(value) ? "NaN" : fmt::format("{}", value);
}

void check_cmdstan_draws(const ApproximateDraws& draws) {
  const auto parameters = std::ssize(draws.names);
  const Index count = draws.values.cols();
  if (draws.values.rows() != parameters || draws.mean.size() != parameters ||
      draws.log_p.size() != count || draws.log_q.size() != count)
    throw UsageError(fmt::format(
        "CmdStan CSV: {} names, {} means, {} x {} values, {} and {} log densities", parameters,
        draws.mean.size(), draws.values.rows(), count, draws.log_p.size(), draws.log_q.size()));
  for (const std::string& name : draws.names)
    if (name.empty() || name.find_first_of(",\"#\r\n") != std::string::npos)
      throw UsageError(fmt::format("CmdStan CSV: \"{}\" cannot be the name of a column", name));
  for (const auto& [name, value] : draws.settings)
    if ((name + value).find_first_of("\r\n") != std::string::npos)
      throw UsageError(fmt::format("CmdStan CSV: setting {} has more than one line", name));
}

// Keeps the comment lines of bytes that pass by, piece after piece.
class CommentLines {
 public:
  void pass(std::string_view bytes) {
    for (const char byte : bytes) {
      if (at_line_start_) in_comment_ = byte == '#';
      at_line_start_ = byte == '\n';
      if (in_comment_ && text_.size() < max_comment_bytes) text_ += byte;
    }
  }

  CmdStanSettings settings() const {
    CmdStanSettings found;
    std::string_view rest = text_;
    while (!rest.empty()) {
      const auto end = rest.find('\n');
      const std::string_view line = rest.substr(1, end == std::string_view::npos ? end : end - 1);
      rest = end == std::string_view::npos ? std::string_view{} : rest.substr(end + 1);
      const auto equals = line.find('=');
      if (equals == std::string_view::npos) continue;
      std::string_view value = without_blanks(line.substr(equals + 1));
      constexpr std::string_view by_default = "(Default)";
      if (value.ends_with(by_default))
        value = without_blanks(value.substr(0, value.size() - by_default.size()));
      found.emplace_back(without_blanks(line.substr(0, equals)), value);
    }
    return found;
  }

 private:
  std::string text_;
  bool at_line_start_ = true, in_comment_ = false;
};

// The mean of a variational method is recognised by zeros that no draw has in all three columns.
void take_mean(CmdStanDraws& draws) {
  if (!draws.contains("log_p__") || !draws.contains("log_g__")) return;
  for (const auto* name : {"lp__", "log_p__", "log_g__"})
    if (draws.contains(name) && draws.column(name)(0) != 0.0) return;
  draws.mean = draws.values.row(0).transpose();
  draws.values = draws.values.bottomRows(draws.values.rows() - 1).eval();
}

}  // namespace

void write_cmdstan_csv(const std::string& path, const ApproximateDraws& draws) {
  check_cmdstan_draws(draws);
  AtomicFile file(path);
  for (const auto& [name, value] : draws.settings)
    file.write(fmt::format("# {} = {}\n", name, value));
  file.write("lp__,log_p__,log_g__");
  for (const std::string& name : draws.names) file.write("," + name);
  file.write("\n0,0,0");
  for (const double value : draws.mean) file.write("," + cmdstan_number(value));
  file.write("\n");
  for (Index k = 0; k < draws.values.cols(); ++k) {
    file.write("0," + cmdstan_number(draws.log_p(k)) + "," + cmdstan_number(draws.log_q(k)));
    for (const double value : draws.values.col(k)) file.write("," + cmdstan_number(value));
    file.write("\n");
  }
  file.commit();
}

bool CmdStanDraws::contains(std::string_view name) const {
  return std::find(names.begin(), names.end(), name) != names.end();
}

Vector CmdStanDraws::column(std::string_view name) const {
  const auto place = std::find(names.begin(), names.end(), name) - names.begin();
  if (place == std::ssize(names))
    throw DataError({.file = file}, fmt::format("a column {}", name),
                    "the columns " + list_columns(names));
  return values.col(place);
}

std::optional<std::string> CmdStanDraws::setting(std::string_view name) const {
  for (const auto& [key, value] : settings)
    if (key == name) return value;
  return std::nullopt;
}

CmdStanDraws read_cmdstan_csv(const std::string& path) {
  ByteSource source = ByteSource::open(path);
  return read_cmdstan_csv(source);
}

CmdStanDraws read_cmdstan_csv(ByteSource& source) {
  CommentLines comments;
  ByteSource watched(source.name(), [&](std::span<char> out) {
    const std::size_t count = source.read(out);
    comments.pass({out.data(), count});
    return count;
  });
  NumericMatrix matrix = read_matrix(watched, {.range = NumberRange::any,
                                               .header = HeaderLine::present,
                                               .csv = {.separator = Separator::comma}});
  CmdStanDraws draws{.file = source.name(),
                     .settings = comments.settings(),
                     .names = std::move(matrix.names),
                     .values = std::move(matrix.values)};
  if (draws.names.empty()) throw DataError({.file = draws.file}, "CmdStan's CSV", "NPY");
  std::set<std::string_view> different;
  for (const std::string& name : draws.names) {
    if (name.empty() || begins_like_a_number(name))
      throw DataError({.file = draws.file}, "a header of names", excerpt(name));
    if (!different.insert(name).second)
      throw DataError({.file = draws.file}, "columns of different names", name + " twice");
  }
  take_mean(draws);
  if (draws.values.rows() == 0)
    throw DataError({.file = draws.file}, "draws below the mean", "the end of the file");
  return draws;
}

}  // namespace renyi
