#include "cli/run_courses.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <set>
#include <string>
#include <utility>

namespace renyi::cli {
namespace {

std::set<std::string> quantities_of(const std::vector<RunCourse>& courses) {
  std::set<std::string> names;
  for (const RunCourse& course : courses)
    for (const auto& [epoch, metrics] : course.epochs)
      for (const auto& metric : metrics) names.insert(metric.first);
  return names;
}

}  // namespace

std::vector<RunCourse> run_courses(const RunList& store, const std::vector<StoredRun>& runs) {
  std::vector<RunCourse> courses;
  courses.reserve(runs.size());
  for (const StoredRun& run : runs)
    courses.push_back({.id = run.id, .epochs = store.epochs(run.id)});
  return courses;
}

Table epochs_table(const std::vector<RunCourse>& courses, std::int64_t last) {
  Table table{.name = "epochs", .title = "Course of training", .columns = {"id", "epoch"}};
  const std::set<std::string> names = quantities_of(courses);
  table.columns.insert(table.columns.end(), names.begin(), names.end());
  for (const RunCourse& course : courses) {
    const auto count = std::ssize(course.epochs);
    const auto first =
        std::next(course.epochs.begin(), last > 0 ? std::max<std::ptrdiff_t>(0, count - last) : 0);
    for (auto at = first; at != course.epochs.end(); ++at) {
      std::vector<Cell>& row = table.rows.emplace_back();
      row = {course.id, at->first};
      for (const std::string& name : names) {
        const auto found = at->second.find(name);
        row.push_back(found == at->second.end() ? Cell(NotAvailable{}) : Cell(found->second));
      }
    }
    if (first != course.epochs.begin())
      table.notes.push_back(
          fmt::format("The last {} of {} epochs of run {}.", last, count, course.id));
  }
  return table;
}

std::vector<Figure> course_figures(const std::vector<RunCourse>& courses) {
  std::vector<Figure> figures;
  for (const std::string& name : quantities_of(courses)) {
    Figure figure{.name = name + "_by_epoch",
                  .title = name + " of each epoch",
                  .x = {.label = "epoch", .logarithmic = true},
                  .y = {.label = name}};
    for (const RunCourse& course : courses) {
      Series series{.name = fmt::format("run {}", course.id)};
      for (const auto& [epoch, metrics] : course.epochs)
        if (const auto found = metrics.find(name); found != metrics.end()) {
          series.x.push_back(static_cast<double>(epoch));
          series.y.push_back(found->second);
        }
      if (!series.x.empty()) figure.series.push_back(std::move(series));
    }
    figures.push_back(std::move(figure));
  }
  return figures;
}

}  // namespace renyi::cli
