#include "renyi/data/process_identity.hpp"

#include <fmt/format.h>
#include <signal.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <fstream>
#include <iterator>
#include <optional>
#include <sstream>
#include <vector>

namespace renyi {
namespace {

struct ProcessEntry {
  char state = ' ';  // Z and X: dead, but not yet forgotten
  std::string start = {};
};

// Nothing where the system does not tell.
std::optional<ProcessEntry> read_process(std::int64_t process) {
  std::ifstream file(fmt::format("/proc/{}/stat", process));
  const std::string line{std::istreambuf_iterator<char>(file), {}};
  const auto name_end = line.rfind(')');  // the name may hold anything
  if (name_end == std::string::npos) return std::nullopt;
  std::istringstream rest(line.substr(name_end + 1));
  const std::vector<std::string> fields{std::istream_iterator<std::string>(rest), {}};
  constexpr std::size_t state = 0, start = 19;  // the 3rd and 22nd of proc(5)
  if (fields.size() <= start) return std::nullopt;
  return ProcessEntry{.state = fields[state].front(), .start = fields[start]};
}

std::string host_name() {
  std::array<char, 256> name{};
  return ::gethostname(name.data(), name.size() - 1) == 0 ? name.data() : "";
}

}  // namespace

ProcessIdentity this_process() {
  const std::int64_t process = ::getpid();
  const auto entry = read_process(process);
  return {.host = host_name(), .process = process, .start = entry ? entry->start : ""};
}

bool is_living(const ProcessIdentity& identity) {
  if (identity.host != host_name()) return true;
  if (identity.process <= 0) return false;
  if (::kill(static_cast<pid_t>(identity.process), 0) != 0 && errno == ESRCH) return false;
  const auto entry = read_process(identity.process);
  return !entry || (entry->start == identity.start && entry->state != 'Z' && entry->state != 'X');
}

}  // namespace renyi
