#include "renyi/report/format.hpp"

#include "renyi/report/csv_writer.hpp"
#include "renyi/report/json_writer.hpp"
#include "renyi/report/text_writer.hpp"

namespace renyi {

std::string format_report(const Report& report, Format format) {
  switch (format) {
    case Format::json:
      return report_json(report);
    case Format::csv:
      return report_csv(report);
    case Format::table:
      break;
  }
  return report_text(report);
}

}  // namespace renyi
