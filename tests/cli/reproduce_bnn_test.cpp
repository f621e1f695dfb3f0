#include "cli/reproduce_bnn.hpp"

#include <gtest/gtest.h>

#include "renyi/data/sqlite.hpp"
#include "tests/experiments/bnn_folders.hpp"
#include "tests/support/run_command.hpp"

namespace renyi::reproduce_bnn_test {
namespace {

using testing::run_command;
using testing::TemporaryFolder;
using testing::write_data_set;

TEST(ReproduceBnn, KeepsTheFitsBesideTheResultAndSharesThem) {
  const TemporaryFolder folder;
  write_data_set(folder, "yacht", 1);
  const auto run = [&](const std::string& name) {
    return run_command({"reproduce", name, "--data", folder.path(), "--alphas=-inf,0.5", "--quick",
                        "--quiet", "--output", folder.path("results")});
  };
  EXPECT_EQ(run("table-bnn-ll").code, 0);
  EXPECT_TRUE(std::filesystem::exists(folder.path("results/renyi-results.db")));
  EXPECT_TRUE(std::filesystem::exists(folder.path("results/reproduce-table-bnn-ll.html")));
  const auto figure = run("fig4");
  EXPECT_EQ(figure.code, 0);
  EXPECT_NE(figure.out.find("negative test log-likelihood"), std::string::npos);
  EXPECT_NE(figure.out.find("test RMSE"), std::string::npos);
  const SqlDatabase store(folder.path("results/renyi-results.db"));
  EXPECT_EQ(store.integer("SELECT count(*) FROM jobs"), 2);
}

TEST(ReproduceBnn, RefusesWhatIsNotThere) {
  const TemporaryFolder folder;
  const std::string store = folder.path("results.db");
  const auto run = [&](std::vector<std::string> more) {
    more.insert(more.begin(), {"reproduce", "table-bnn-ll", "--quiet", "--store", store});
    return run_command(std::move(more));
  };
  EXPECT_EQ(run({}).code, 64);
  EXPECT_EQ(run({"--data", folder.path("none")}).code, 66);
  EXPECT_EQ(run({"--data", folder.path()}).code, 65);
  EXPECT_EQ(run({"--data", folder.path(), "--splits=-1"}).code, 64);
  EXPECT_NE(run({"--data", folder.path(), "--alphas=1,1"}).err.find("--alphas"), std::string::npos);
  EXPECT_EQ(run({"--data", folder.path(), "--store", folder.file("text", "no database")}).code, 65);
}

}  // namespace
}  // namespace renyi::reproduce_bnn_test
