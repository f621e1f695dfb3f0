#include "renyi/report/page.hpp"

#include <array>
#include <string_view>
#include <utility>

#include "renyi/report/json_writer.hpp"

namespace renyi {

// The files of report/page and Chart.js, which the build puts into the library.
namespace embedded {
std::string_view page_html();
std::string_view page_css();
std::string_view text_js();
std::string_view figure_js();
std::string_view page_js();
std::string_view chart_min_js();
}  // namespace embedded

namespace {

// JSON for a script element, which "</script" would end and "<!--" would change: "<" only stands
// within strings, where \u003c is the same.
std::string json_for_script(const Report& report) {
  std::string text;
  for (const char c : report_json_compact(report))
    text += c == '<' ? std::string_view("\\u003c") : std::string_view(&c, 1);
  return text;
}

std::string html_text(std::string_view text) {
  std::string escaped;
  for (const char c : text) {
    if (c == '<')
      escaped += "&lt;";
    else if (c == '&')
      escaped += "&amp;";
    else
      escaped += c;
  }
  return escaped;
}

}  // namespace

std::string report_page(const Report& report) {
  const std::array<std::pair<std::string_view, std::string>, 5> parts = {{
      {"{{title}}", html_text("renyi " + report.command)},
      {"{{style}}", std::string(embedded::page_css())},
      {"{{report}}", json_for_script(report)},
      {"{{chart}}", std::string(embedded::chart_min_js())},
      {"{{script}}",
       std::string(embedded::text_js()).append(embedded::figure_js()).append(embedded::page_js())},
  }};
  // From left to right, so that nothing within a part is taken for a place.
  std::string_view rest = embedded::page_html();
  std::string page;
  for (const auto& [place, part] : parts) {
    const auto at = rest.find(place);
    page.append(rest.substr(0, at)).append(part);
    rest.remove_prefix(at + place.size());
  }
  return page.append(rest);
}

}  // namespace renyi
