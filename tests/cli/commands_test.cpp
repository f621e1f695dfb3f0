#include "cli/commands.hpp"

#include <gtest/gtest.h>

#include <set>

namespace renyi::cli::commands_test {
namespace {

void check(const Command& command, const std::string& path) {
  EXPECT_FALSE(command.name.empty()) << path;
  EXPECT_FALSE(command.description.empty()) << path;
  EXPECT_NE(command.subcommands.empty(), !command.action) << path << ": subcommands or an action";
  std::set<std::string> names;
  for (const Flag& flag : command.flags) {
    EXPECT_TRUE(names.insert(flag.name).second) << path << " has --" << flag.name << " twice";
    EXPECT_FALSE(flag.description.empty()) << path << " --" << flag.name;
  }
  for (const Command& sub : command.subcommands) check(sub, path + " " + sub.name);
}

TEST(Commands, ExplainThemselvesAndTheirFlags) {
  CommonOptions common;
  for (const Command& command : all_commands(common)) check(command, command.name);
}

}  // namespace
}  // namespace renyi::cli::commands_test
