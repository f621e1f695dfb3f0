// A page in headless Chromium: what its scripts left in the document, what they complained of and
// what they asked the network for.
#pragma once

#include <cstdlib>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "tests/support/temporary_folder.hpp"

namespace renyi::testing {

inline bool has_browser() { return std::system("command -v chromium >/dev/null 2>&1") == 0; }

struct Visit {
  std::string document;                 // as it is after a while
  std::vector<std::string> complaints;  // lines of the console
  std::vector<std::string> requests;    // addresses that the page asked the network for
};

// Every address in Chromium's log of the network that a page asked for; those that the browser asks
// for on its own account have no origin.
inline std::vector<std::string> requests_of_pages(const std::string& log) {
  std::vector<std::string> addresses;
  const auto json = nlohmann::json::parse(log);
  for (const auto& event : json.at("events")) {
    const auto params = event.value("params", nlohmann::json::object());
    if (params.is_object() && params.contains("url") && params.contains("initiator") &&
        params["initiator"] != "not an origin")
      addresses.push_back(params["url"]);
  }
  return addresses;
}

// A narrow window, as a telephone has. Works as root, in a container and without a display. Once in
// some hundred starts the browser does not come up, and is started again; where it never does, the
// document is empty.
inline Visit visit(const std::string& page, int tries = 3) {
  const TemporaryFolder folder;
  folder.file("page.html", page);
  const std::string command =
      "timeout 40 chromium --headless --no-sandbox --disable-gpu --disable-dev-shm-usage "
      "--disable-background-networking --disable-component-update --disable-extensions "
      "--no-first-run --host-resolver-rules='MAP * ~NOTFOUND' --window-size=390,844 "
      "--virtual-time-budget=20000 "
      "--enable-logging=stderr --user-data-dir=" +
      folder.path("profile") + " --log-net-log=" + folder.path("net.json") + " --dump-dom file://" +
      folder.path("page.html") + " >" + folder.path("out") + " 2>" + folder.path("err");
  if (std::system(command.c_str()) != 0) return tries > 1 ? visit(page, tries - 1) : Visit{};
  Visit result{.document = contents(folder.path("out")),
               .complaints = {},
               .requests = requests_of_pages(contents(folder.path("net.json")))};
  std::ifstream messages(folder.path("err"));
  for (std::string line; std::getline(messages, line);)
    if (line.find(":CONSOLE") != std::string::npos) result.complaints.push_back(line);
  return result;
}

}  // namespace renyi::testing
