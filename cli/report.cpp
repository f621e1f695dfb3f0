// `renyi report`: a stored result again, as text, CSV or a page.
#include "cli/commands.hpp"
#include "cli/make_command.hpp"
#include "renyi/core/atomic_file.hpp"
#include "renyi/report/json_reader.hpp"
#include "renyi/report/page.hpp"

namespace renyi::cli {
namespace {

struct ReportOptions {
  std::string result;
  std::string page;

  template <class Self, class Visitor>
  static void describe(Self& self, Visitor&& field) {
    field("result", self.result, "a result that renyi wrote as JSON; - is stdin");
    field("page", self.page, "file to write the page to");
  }
  void validate() const {}
};

// With a page to write, that is all that is asked for.
Result stored_report(const ReportOptions& options, const CommonOptions& common) {
  Report report = read_report(options.result);
  if (options.page.empty()) return report;
  write_file_atomically(options.page, report_page(report));
  if (common.destination.folder.empty()) return std::string();
  return report;
}

}  // namespace

Command report_command(CommonOptions& common) {
  return make_command<ReportOptions>(
      {.name = "report",
       .description = "Show a stored result again, or make its page",
       .footer = "Examples:\n"
                 "  renyi report result.json -o page.html\n"
                 "  renyi report result.json --format csv",
       .positional = {"result"},
       .file_out = "page"},
      common, [&common](const ReportOptions& options) { return stored_report(options, common); });
}

}  // namespace renyi::cli
