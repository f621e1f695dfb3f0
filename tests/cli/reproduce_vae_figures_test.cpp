#include "cli/reproduce_vae_figures.hpp"

#include <gtest/gtest.h>

#include "tests/experiments/vae_folders.hpp"
#include "tests/support/run_command.hpp"

namespace renyi::reproduce_vae_figures_test {
namespace {

using testing::run_command;
using testing::TemporaryFolder;

class ReproduceVaeFigures : public ::testing::Test {
 protected:
  ReproduceVaeFigures() { testing::write_frey(folder_); }
  auto run(const std::string& name, std::vector<std::string> more) const {
    more.insert(more.begin(), {"reproduce", name, "--data", folder_.path(), "--quiet", "--output",
                               folder_.path("results")});
    return run_command(std::move(more));
  }

  TemporaryFolder folder_;
};

TEST_F(ReproduceVaeFigures, WriteTheirResults) {
  const std::vector<std::pair<std::string, std::vector<std::string>>> commands = {
      {"fig5", {"--epochs=2", "--test-draws=10", "--draws=2"}},
      {"fig6a", {"--iterations=5", "--draws=2,3"}},
      {"fig6b", {"--iterations=5", "--draws=11"}},
      {"fig-samples", {"--epochs=2", "--images=4", "--alpha=1"}},
      {"speed", {"--epochs=1", "--draws=2"}}};
  for (const auto& [name, flags] : commands) {
    const auto result = run(name, flags);
    EXPECT_EQ(result.code, 0) << name << result.err;
    EXPECT_TRUE(std::filesystem::exists(folder_.path("results/reproduce-" + name + ".html")))
        << name;
  }
  // The model of fig5, which samples has found: the same order, seed and fold.
  EXPECT_TRUE(std::filesystem::exists(folder_.path(
      "results/vae-models/frey-layers=1-draws=5-alpha=1-epochs=2-seed=1-fold=0.safetensors")));
}

TEST_F(ReproduceVaeFigures, NameTheFlagThatIsWrong) {
  EXPECT_NE(run("fig5", {"--images=0"}).err.find("--images"), std::string::npos);
  EXPECT_NE(run("fig6a", {"--draws=1"}).err.find("--draws"), std::string::npos);
  EXPECT_NE(run("fig-samples", {"--layers=2"}).err.find("--layers"), std::string::npos);
  EXPECT_NE(run("speed", {"--epochs=0"}).err.find("--epochs"), std::string::npos);
  EXPECT_EQ(run_command({"reproduce", "fig5"}).code, 64);
}

}  // namespace
}  // namespace renyi::reproduce_vae_figures_test
