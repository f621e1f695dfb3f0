#include <gtest/gtest.h>

#include "renyi/report/json_reader.hpp"
#include "tests/support/example_runs.hpp"
#include "tests/support/run_command.hpp"
#include "tests/support/temporary_folder.hpp"

namespace renyi::runs_test {
namespace {

using testing::run_command;
using Names = std::vector<std::string>;

class RunsCommand : public ::testing::Test {
 protected:
  RunsCommand() { testing::fill_example_store(store); }

  Report report(Names arguments) const {
    arguments.insert(arguments.begin(), "runs");
    arguments.emplace_back("--format=json");
    const auto outcome = run_command(arguments);
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    return report_from_json(outcome.out, "stdout");
  }
  static std::vector<Cell> column(const Table& table, std::size_t index) {
    std::vector<Cell> cells;
    for (const auto& row : table.rows) cells.push_back(row.at(index));
    return cells;
  }

  testing::TemporaryFolder folder;
  const std::string store = folder.path("results.db");
};

TEST_F(RunsCommand, ListsAll) {
  const Table table = report({"list", store}).tables.at(0);
  EXPECT_EQ(table.title, "5 of 5 runs");
  EXPECT_EQ(table.columns,
            (Names{"id", "name", "status", "seed", "seconds", "log_likelihood", "rmse"}));
  EXPECT_EQ(table.rows[4][2], Cell("failed"));
  EXPECT_EQ(table.rows[4][5], Cell(NotAvailable{}));
}

TEST_F(RunsCommand, ListsWhatIsAskedForInOrder) {
  const Table table = report({"list", "--where", "status=done", "--where=seed=2", store,
                              "--sort=-log_likelihood", "--columns", "id,alpha,hidden"})
                          .tables.at(0);
  EXPECT_EQ(column(table, 0), (std::vector<Cell>{std::int64_t{3}, std::int64_t{4}}));
  EXPECT_EQ(column(table, 1), (std::vector<Cell>{std::int64_t{0}, std::int64_t{1}}));
  EXPECT_EQ(column(table, 2), (std::vector<Cell>{"50,50", "50,50"}));
  EXPECT_EQ(report({"list", store, "--limit", "2"}).tables.at(0).rows.size(), 2U);
}

TEST_F(RunsCommand, ARecordedListIsRepeated) {
  const auto first =
      run_command({"runs", "list", store, "--where=seed=2", "--where=rmse<3", "--format=json"});
  const auto again = run_command({"--config", folder.file("list.json", first.out)});
  EXPECT_EQ(again.code, 0) << again.err;
  EXPECT_EQ(again.out, first.out);
}

TEST_F(RunsCommand, ShowsARunWithItsLastEpochs) {
  const Report shown = report({"show", store, "2", "--epochs=1"});
  ASSERT_EQ(shown.tables.size(), 4U);
  EXPECT_EQ(shown.tables[3].rows,
            (std::vector<std::vector<Cell>>{{std::int64_t{2}, std::int64_t{2}, -11.0}}));
  ASSERT_EQ(shown.figures.size(), 1U);
  EXPECT_EQ(shown.figures[0].series[0].x.size(), 2U) << "the whole course";
  EXPECT_EQ(report({"show", store, "2", "--epochs=0"}).tables.at(3).rows.size(), 2U);
  const auto failed = run_command({"runs", "show", store, "5"});
  EXPECT_NE(failed.out.find("step 3: the bound is not a number"), std::string::npos);
}

TEST_F(RunsCommand, ComparesRuns) {
  const Report compared = report({"compare", store, "1", "2", "4"});
  EXPECT_EQ(compared.tables.at(0).columns, (Names{"field", "run 1", "run 2", "run 4"}));
  EXPECT_EQ(compared.tables.at(1).rows.at(1), (std::vector<Cell>{"rmse", 3.0, 2.0, 2.0}));
  EXPECT_EQ(compared.figures.at(0).series.size(), 3U);
}

TEST_F(RunsCommand, ExportsEveryFieldAndTheCourseOfTraining) {
  const Report whole = report({"export", store, "--epochs"});
  EXPECT_EQ(whole.tables.at(0).rows.size(), 5U);
  for (const char* name : {"id", "error", "fingerprint", "alpha", "hidden", "data", "rmse"})
    EXPECT_EQ(std::count(whole.tables[0].columns.begin(), whole.tables[0].columns.end(), name), 1)
        << name;
  EXPECT_EQ(whole.tables.at(1).rows.size(), 4U * 2U);
  EXPECT_EQ(report({"export", store, "--where=alpha=1"}).tables.size(), 1U);
  const auto csv = run_command({"runs", "export", store, "--format=csv"});
  EXPECT_NE(csv.out.find("# table = runs\nid,name,status,"), std::string::npos);
}

TEST_F(RunsCommand, RefusesWrongUse) {
  EXPECT_EQ(run_command({"runs", "list", folder.path("none.db")}).code, 66);
  EXPECT_EQ(run_command({"runs", "list", folder.file("x.db", "no database at all")}).code, 65);
  for (const Names& arguments : {Names{"list"},
                                 {"list", store, "--where=rmes<3"},
                                 {"list", store, "--columns=x"},
                                 {"show", store},
                                 {"show", store, "9"},
                                 {"show", store, "1", "--epochs=-1"},
                                 {"compare", store, "1"},
                                 {"compare", store, "1", "1"},
                                 {"compare", store, "1", "9"}}) {
    Names all = arguments;
    all.insert(all.begin(), "runs");
    const auto outcome = run_command(all);
    EXPECT_EQ(outcome.code, 64) << outcome.err;
    EXPECT_EQ(outcome.out, "");
  }
  EXPECT_NE(run_command({"runs", "list", store, "--where=rmes<3"}).err.find("perhaps 'rmse'"),
            std::string::npos);
}

}  // namespace
}  // namespace renyi::runs_test
