#include <gtest/gtest.h>

#include <array>
#include <cstdio>
#include <memory>

#include "tests/support/run_command.hpp"
#include "tests/support/temporary_folder.hpp"

namespace renyi::completion_test {
namespace {

using testing::run_command;

// What bash would offer after the given words, the last of which is being typed.
std::string completions(const testing::TemporaryFolder& folder, const std::string& words) {
  const auto script = folder.file("completion.bash", run_command({"completion", "bash"}).out);
  const std::string command =
      "bash -c 'source " + script + "; COMP_WORDS=(" + words +
      "); COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); _renyi; echo \"${COMPREPLY[*]}\"'";
  const std::unique_ptr<FILE, int (*)(FILE*)> pipe(popen(command.c_str(), "r"), pclose);
  std::array<char, 4096> line{};
  return std::fgets(line.data(), line.size(), pipe.get()) != nullptr ? line.data() : "";
}

TEST(Completion, OffersCommandsThenFlags) {
  const testing::TemporaryFolder folder;
  EXPECT_EQ(completions(folder, "renyi bo"), "bound\n");
  EXPECT_EQ(completions(folder, "renyi reproduce fig2b"), "fig2b\n");
  EXPECT_EQ(completions(folder, "renyi bound --al"), "--alpha\n");
  EXPECT_EQ(completions(folder, "renyi bound --alpha=1 --fo"), "--format\n");
}

TEST(Completion, KnowsOnlyBash) {
  const auto outcome = run_command({"completion", "fish"});
  EXPECT_EQ(outcome.code, 64);
  EXPECT_EQ(outcome.err, "renyi: shell: expected bash, found 'fish'\n");
}

}  // namespace
}  // namespace renyi::completion_test
