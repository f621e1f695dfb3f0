#include "renyi/data/run_field.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "renyi/core/error.hpp"
#include "tests/support/example_runs.hpp"

namespace renyi::run_field_test {
namespace {

using testing::example_run;

const std::vector<StoredRun> runs = {example_run(1, "boston", "0.5", 7, {{"rmse", 2.5}}),
                                     example_run(2, "boston", "-inf", 8, {{"bound", -3.0}})};

RunValue value(const std::string& name, const StoredRun& run) {
  return find_run_field(run_fields(runs), "where", name).of(run);
}

TEST(RunField, IsWhatTheRunHas) {
  EXPECT_EQ(value("id", runs[1]), RunValue(2.0));
  EXPECT_EQ(value("status", runs[0]), RunValue("done"));
  EXPECT_EQ(value("seed", runs[0]), RunValue(7.0));
  EXPECT_EQ(value("seconds", runs[0]), RunValue(1.5));
  EXPECT_EQ(value("alpha", runs[0]), RunValue(0.5));
  EXPECT_EQ(value("alpha", runs[1]), RunValue(-std::numeric_limits<double>::infinity()));
  EXPECT_EQ(value("data", runs[0]), RunValue("boston"));
  EXPECT_EQ(value("rmse", runs[0]), RunValue(2.5));
  EXPECT_EQ(value("rmse", runs[1]), RunValue()) << "has no such metric";
  EXPECT_EQ(value("host", runs[0]), RunValue()) << "is not known";
  EXPECT_EQ(value("seconds", StoredRun{}), RunValue()) << "has not ended";
}

TEST(RunFields, AreOwnOnesThenOptionsThenMetrics) {
  const std::vector<RunField> fields = run_fields(runs);
  EXPECT_TRUE(std::ranges::is_sorted(fields, {}, &RunField::kind));
  std::vector<std::string> names;
  for (const RunField& field : fields)
    if (field.kind != RunFieldKind::own) names.push_back(field.name);
  EXPECT_EQ(names,
            (std::vector<std::string>{"activation", "alpha", "data", "fit", "bound", "rmse"}));
}

TEST(RunFields, HaveNamesOfTheirOwn) {
  StoredRun run = runs[0];
  run.options["seed"] = "3";
  run.options["rmse"] = "wanted";
  const std::vector<RunField> fields = run_fields({run});
  const auto of = [&](const std::string& name) { return find_run_field(fields, "", name).of(run); };
  EXPECT_EQ(of("seed"), RunValue(7.0));
  EXPECT_EQ(of("option.seed"), RunValue(3.0));
  EXPECT_EQ(of("rmse"), RunValue("wanted"));
  EXPECT_EQ(of("metric.rmse"), RunValue(2.5));
  EXPECT_EQ(of("option.alpha"), RunValue(0.5)) << "also where nothing meets";
}

TEST(FindRunField, NamesTheNearest) {
  try {
    find_run_field(run_fields(runs), "sort", "rmes");
    FAIL();
  } catch (const UsageError& error) {
    const std::string text = error.what();
    EXPECT_TRUE(text.starts_with("sort: expected a field of the runs (id, name, ")) << text;
    EXPECT_TRUE(text.ends_with("found 'rmes'; perhaps 'rmse'")) << text;
  }
  EXPECT_THROW(find_run_field(run_fields(runs), "sort", ""), UsageError);
}

}  // namespace
}  // namespace renyi::run_field_test
