#include "cli/result_files.hpp"

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <system_error>

#include "renyi/core/atomic_file.hpp"
#include "renyi/core/error.hpp"
#include "renyi/report/csv_writer.hpp"
#include "renyi/report/json_writer.hpp"
#include "renyi/report/page.hpp"

namespace renyi::cli {
namespace {

// A result that was read back may name any command.
std::string file_name(std::string command) {
  const auto plain = [](unsigned char c) { return std::isalnum(c) != 0 || c == '_' || c == '-'; };
  for (char& c : command)
    if (!plain(static_cast<unsigned char>(c))) c = '-';
  return command.empty() ? "result" : command;
}

}  // namespace

void make_folder(const std::string& folder) {
  std::error_code problem;
  std::filesystem::create_directories(folder, problem);
  if (problem)
    throw DataError::input_output(folder, "cannot make the folder: " + problem.message());
}

std::string write_result(const Report& report, const std::string& folder) {
  make_folder(folder);
  const std::string path = (std::filesystem::path(folder) / file_name(report.command)).string();
  write_file_atomically(path + ".json", report_json(report));
  write_file_atomically(path + ".csv", report_csv(report));
  write_file_atomically(path + ".html", report_page(report));
  return path + ".html";
}

std::string path_beside_result(const std::string& folder, const std::string& name) {
  if (folder.empty()) return name;
  make_folder(folder);
  return (std::filesystem::path(folder) / name).string();
}

}  // namespace renyi::cli
