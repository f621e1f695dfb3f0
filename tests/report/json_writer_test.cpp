#include "renyi/report/json_writer.hpp"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "renyi/core/error.hpp"
#include "tests/report/example_report.hpp"

namespace renyi::json_writer_test {
namespace {

using testing::example_report;

TEST(ReportJson, CarriesOptionsAndEveryDigit) {
  const auto json = nlohmann::json::parse(report_json(example_report()));
  EXPECT_EQ(json["renyi"], version);
  EXPECT_EQ(json["command"], "reproduce all");
  EXPECT_EQ(json["options"]["alpha"], "-inf,0");
  EXPECT_EQ(json["options"]["seed"], 18446744073709551615U);
  EXPECT_EQ(json["options"]["quiet"], false);
  EXPECT_EQ(json["data"][0]["rows"], 506);
  const auto& rows = json["tables"]["bounds"]["rows"];
  EXPECT_EQ(rows[0][1].get<double>(), 0.1 + 0.2);
  EXPECT_EQ(rows[1][1], "-inf");
  EXPECT_TRUE(rows[1][2].is_null());
  EXPECT_EQ(rows[2][1], "NaN");
  EXPECT_EQ(rows[3][1], "+inf");
}

TEST(ReportJson, CarriesFiguresAndImages) {
  const auto json = nlohmann::json::parse(report_json(example_report()));
  const auto& line = json["figures"]["bands"]["series"][0];
  EXPECT_EQ(line["mark"], "line");
  EXPECT_EQ(line["y"][4], "+inf");
  EXPECT_EQ(line["lower"][4], "-inf");
  EXPECT_TRUE(json["figures"]["logs"]["x"]["logarithmic"]);
  EXPECT_EQ(json["figures"]["bars"]["x"]["categories"][2], "\"yacht\"");
  EXPECT_TRUE(json["figures"]["contours"]["equal_scales"]);
  EXPECT_EQ(json["images"]["samples"]["png"].size(), 3U);
}

TEST(ReportJson, WritesInfiniteOptionsAsFlagsTakeThem) {
  const auto json = nlohmann::json::parse(
      report_json({.options = {{"a", INFINITY}, {"b", -INFINITY}, {"c", 0.5}}}));
  EXPECT_EQ(json["options"].dump(), R"({"a":"inf","b":"-inf","c":0.5})");
}

TEST(ReportJson, IsTheSameOnOneLine) {
  const std::string line = report_json_compact(example_report());
  EXPECT_EQ(line.find('\n'), std::string::npos);
  EXPECT_EQ(nlohmann::json::parse(line), nlohmann::json::parse(report_json(example_report())));
}

TEST(ReportJson, RefusesAnImageOfAnotherSize) {
  Report report = example_report();
  report.images[0].images[0].pop_back();
  EXPECT_THROW(report_json(report), UsageError);
}

}  // namespace
}  // namespace renyi::json_writer_test
