#include "cli/glm_rows.hpp"

#include <fmt/format.h>

#include "renyi/core/error.hpp"
#include "renyi/data/cached_copy.hpp"
#include "renyi/data/excerpt.hpp"
#include "renyi/data/streamed_encoding.hpp"

namespace renyi::cli {
namespace {

void require_two_classes(const TableEncoding& encoding, const DataTable& table) {
  if (encoding.classes().size() != 2)
    throw DataError({.file = table.head.file, .column = encoding.target.position + 1},
                    fmt::format("two classes in column {}", excerpt(encoding.target.name)),
                    fmt::format("{}", encoding.classes().size()));
}

void require_counts(const TableEncoding& encoding, const GlmLikelihood& likelihood,
                    const DataTable& table, Rows rows) {
  const Vector targets = encode_target(encoding, table, rows);
  for (Index i = 0; i < targets.size(); ++i)
    if (!likelihood.allows(targets(i)))
      throw DataError(
          table.place(rows[static_cast<std::size_t>(i)], encoding.target.position),
          fmt::format("{} in column {}", likelihood.expected(), excerpt(encoding.target.name)),
          fmt::format("{}", targets(i)));
}

// Both kinds of table: one in memory and one that stays on disk.
struct InMemory {
  TableInput input;

  Index rows() const { return std::ssize(input.rows); }
  DataSource source() const { return input.source; }
  const DataTable& description() const { return input.table; }
  TableEncoding encoding(const EncodingOptions& options) const {
    return learn_encoding(input.table, input.rows, options);
  }
  void each(const WithRows& f) const { f(input.table, input.rows); }
  void some(Share share, const WithRows& f) const {
    f(input.table,
      Rows(input.rows)
          .subspan(static_cast<std::size_t>(share.begin), static_cast<std::size_t>(share.size())));
  }
};

struct OnDisk {
  TableFile table;
  std::vector<Index> all = all_rows(table.rows());

  Index rows() const { return table.rows(); }
  DataSource source() const { return source_of(table); }
  const DataTable& description() const { return table.description(); }
  TableEncoding encoding(const EncodingOptions& options) const {
    return learn_encoding(table, all, options);
  }
  void each(const WithRows& f) const { each_window(table, all, f); }
  void some(Share share, const WithRows& f) const {
    const DataTable read = table.read(Rows(all).subspan(static_cast<std::size_t>(share.begin),
                                                        static_cast<std::size_t>(share.size())));
    f(read, all_rows(read.rows()));
  }
};

template <class AnyTable>
GlmRows rows_of(const AnyTable& table, GlmFamily family, const GlmFlags& flags,
                const Communicator* others) {
  GlmRows result{
      .encoding = table.encoding(flags.encoding), .rows = table.rows(), .source = table.source()};
  TableEncoding& encoding = result.encoding;
  const GlmLikelihood likelihood{family};
  if (has_two_classes(family)) {
    require_two_classes(encoding, table.description());
  } else {
    table.each([&](const DataTable& some, Rows rows) {
      require_counts(encoding, likelihood, some, rows);
    });
    encoding.target_mean = 0.0;  // counts are not standardised
    encoding.target_scale = 1.0;
  }
  table.some(flags.rows_here(result.rows, others), [&](const DataTable& some, Rows rows) {
    result.problem = make_problem(likelihood, encode_features(encoding, some, rows),
                                  encode_target(encoding, some, rows), flags.prior_precision);
  });
  return result;
}

}  // namespace

GlmRows read_glm_rows(GlmFamily family, GlmFlags flags, const Communicator* others) {
  flags.encoding.task = has_two_classes(family) ? Task::classification : Task::regression;
  if (flags.stream)
    return rows_of(OnDisk{open_to_learn(flags.table, flags.encoding, default_cache())}, family,
                   flags, others);
  const InMemory table{read_to_learn(flags.table, flags.encoding)};
  return rows_of(table, family, flags, others);
}

}  // namespace renyi::cli
