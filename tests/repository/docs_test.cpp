// The documentation shows what the program prints: every "$ renyi ..." in it is run again.
#include <gtest/gtest.h>

#include <array>
#include <cstdio>
#include <fstream>
#include <memory>
#include <string>
#include <vector>

namespace {

struct Example {
  std::string command;
  std::string output;
};

std::string trimmed(const std::string& text) {
  const auto begin = text.find_first_not_of('\n');
  if (begin == std::string::npos) return "";
  return text.substr(begin, text.find_last_not_of(" \n") + 1 - begin);
}

// Indented blocks "    $ renyi ...", a blank line, and what is printed.
std::vector<Example> examples_in(const std::string& file) {
  const std::string prompt = "    $ renyi ";
  std::ifstream stream(std::string(RENYI_SOURCE_DIR "/") + file);
  std::vector<Example> examples;
  bool inside = false;
  for (std::string line; std::getline(stream, line);) {
    if (line.starts_with(prompt)) {
      examples.push_back({line.substr(prompt.size()), ""});
      inside = true;
    } else if (inside &&
               (line.empty() || (line.starts_with("    ") && !line.starts_with("    $")))) {
      examples.back().output += (line.empty() ? "" : line.substr(4)) + "\n";
    } else {
      inside = false;
    }
  }
  return examples;
}

std::string run(const std::string& arguments) {
  const std::string command = "cd " RENYI_SOURCE_DIR " && " RENYI_BINARY " " + arguments;
  const std::unique_ptr<FILE, int (*)(FILE*)> pipe(popen(command.c_str(), "r"), pclose);
  std::string output;
  std::array<char, 4096> buffer{};
  while (const auto count = std::fread(buffer.data(), 1, buffer.size(), pipe.get()))
    output.append(buffer.data(), count);
  return output;
}

class Docs : public ::testing::TestWithParam<const char*> {};

TEST_P(Docs, ShowWhatIsPrinted) {
  std::size_t checked = 0;
  for (const auto& [command, output] : examples_in(GetParam())) {
    const std::string expected = trimmed(output);
    // Shown without its output: run where a later example needs the file that it writes.
    if (expected.empty() && command.find("/tmp/") == std::string::npos) continue;
    EXPECT_EQ(trimmed(run(command)), expected) << "renyi " << command;
    ++checked;
  }
  EXPECT_GT(checked, 0U);
}

INSTANTIATE_TEST_SUITE_P(Repository, Docs, ::testing::Values("README.md", "docs/tutorial.md"));

}  // namespace
