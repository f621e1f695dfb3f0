#include "cli/reproduce_vae.hpp"

#include <gtest/gtest.h>

#include "renyi/data/sqlite.hpp"
#include "tests/experiments/vae_folders.hpp"
#include "tests/support/run_command.hpp"

namespace renyi::reproduce_vae_test {
namespace {

using testing::run_command;
using testing::TemporaryFolder;

TEST(ReproduceVae, KeepsScoresAndModelsBesideTheResult) {
  const TemporaryFolder folder;
  testing::write_frey(folder);
  const auto run = [&] {
    return run_command({"reproduce", "table-vae", "--data", folder.path(), "--alpha=0,-inf",
                        "--epochs=2", "--folds=1", "--test-draws=10", "--quiet", "--output",
                        folder.path("results")});
  };
  const auto first = run();
  EXPECT_EQ(first.code, 0) << first.err;
  EXPECT_NE(first.out.find("1380.3"), std::string::npos) << first.out;
  EXPECT_TRUE(std::filesystem::exists(
      folder.path("results/vae-models/frey-layers=1-draws=5-alpha=-inf-epochs=2-seed=1-fold=0"
                  ".safetensors")));
  const SqlDatabase store(folder.path("results/renyi-results.db"));
  EXPECT_EQ(store.integer("SELECT count(*) FROM jobs WHERE status = 'done'"), 2);
  EXPECT_EQ(store.integer("SELECT count(*) FROM epochs WHERE name = 'bound'"), 4);
  EXPECT_EQ(run().out, first.out);
}

TEST(ReproduceVae, RefusesWhatIsNotThere) {
  const TemporaryFolder folder;
  const auto run = [&](std::vector<std::string> more) {
    more.insert(more.begin(),
                {"reproduce", "table-vae", "--quiet", "--output", folder.path("results")});
    return run_command(std::move(more));
  };
  EXPECT_EQ(run({}).code, 64);
  EXPECT_EQ(run({"--data", folder.path("none")}).code, 66);
  EXPECT_EQ(run({"--data", folder.path()}).code, 65);
  EXPECT_NE(run({"--data", folder.path(), "--layers=2"}).err.find("--layers"), std::string::npos);
  EXPECT_EQ(run({"--data", folder.path(), "--dataset=faces"}).code, 64);
}

}  // namespace
}  // namespace renyi::reproduce_vae_test
