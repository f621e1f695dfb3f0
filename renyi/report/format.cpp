#include "renyi/report/format.hpp"

#include "renyi/report/writers.hpp"

namespace renyi {

std::string format_report(const Report& report, Format format) {
  // File names may hold bytes that are no UTF-8: they are replaced, not refused.
  constexpr auto replace = nlohmann::ordered_json::error_handler_t::replace;
  switch (format) {
    case Format::json:
      return report_json(report).dump(2, ' ', false, replace) + "\n";
    case Format::csv:
      return report_csv(report);
    case Format::table:
      break;
  }
  return report_text(report);
}

}  // namespace renyi
