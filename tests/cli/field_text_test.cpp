#include "cli/field_text.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cmath>
#include <string>

#include "renyi/core/error.hpp"

namespace renyi::cli::field_text_test {
namespace {

template <class T>
T read(const std::string& text) {
  T value{};
  read_field("flag", text, value);
  return value;
}

template <class T>
T round_trip(const T& value) {
  return read<T>(field_text(write_field(value)));
}

RC_GTEST_PROP(FieldText, NumbersAreReadBackExactly,
              (double number, std::int64_t count, std::uint64_t seed)) {
  RC_PRE(!std::isnan(number));
  RC_ASSERT(round_trip(number) == number);
  RC_ASSERT(round_trip(count) == count);
  RC_ASSERT(round_trip(seed) == seed);
}

RC_GTEST_PROP(FieldText, ListsAreReadBackExactly, (std::int64_t a, std::int64_t b)) {
  const std::vector<std::int64_t> list = {a, b};
  RC_ASSERT(round_trip(list) == list);
}

TEST(FieldText, ListsOfNumbersAndNamesAreReadBackExactly) {
  const std::vector<double> numbers = {0.1, -1e-300, 1.0 / 3.0};
  EXPECT_EQ(round_trip(numbers), numbers);
  const std::vector<std::string> names = {"a", "b c", "3"};
  EXPECT_EQ(round_trip(names), names);
}

TEST(FieldText, OrdersAreReadBackExactly) {
  const std::vector<Alpha> alphas = Alpha::parse_list("-inf,-1e-9,0,0.1,vi,inf");
  EXPECT_EQ(round_trip(alphas), alphas);
}

TEST(FieldText, SchedulesAndSingleOrdersAreReadBackExactly) {
  for (const char* text : {"constant", "cosine:0.1", "stages:1x0.001,3x0.00072"}) {
    Schedule schedule;
    read_field("schedule", text, schedule);
    EXPECT_EQ(field_text(write_field(schedule)), text);
  }
  Alpha alpha = Alpha::vi();
  read_field("alpha", "-inf", alpha);
  EXPECT_EQ(alpha, Alpha::vr_max());
  EXPECT_EQ(field_text(write_field(alpha)), "-inf");
}

TEST(FieldText, ArchitecturesAreReadBackExactly) {
  const VaeArchitecture architecture = parse_architecture("d200-d100-s50-s20");
  EXPECT_EQ(round_trip(architecture), architecture);
}

TEST(FieldText, AnOptionalSwitchTellsFalseFromAuto) {
  for (const std::optional<bool> value : {std::optional<bool>(), {true}, {false}})
    EXPECT_EQ(round_trip(value), value);
  EXPECT_EQ(field_text(write_field(std::optional<bool>())), "auto");
  EXPECT_EQ(write_field(std::optional(false)), OptionValue(std::string("false")))
      << "or a repeated run would leave it out";
}

TEST(FieldText, RefusalsNameTheFlagAndWhatWasExpected) {
  const auto message = [](auto read_it) {
    try {
      read_it();
    } catch (const UsageError& error) {
      return std::string(error.what());
    }
    return std::string("accepted");
  };
  EXPECT_EQ(message([] { read<double>("x"); }), "--flag: expected a number, found 'x'");
  EXPECT_EQ(message([] { read<double>("nan"); }), "--flag: expected a number, found 'nan'");
  EXPECT_EQ(message([] { read<std::int64_t>("1.5"); }),
            "--flag: expected a whole number, found '1.5'");
  EXPECT_EQ(message([] { read<std::uint64_t>("18446744073709551616"); }),
            "--flag: expected a whole number from 0, found '18446744073709551616'");
  EXPECT_EQ(message([] { read<std::vector<std::int64_t>>("1,,2"); }),
            "--flag: expected whole numbers separated by commas, found ''");
  EXPECT_EQ(message([] { read<std::vector<double>>("1,nan"); }),
            "--flag: expected numbers separated by commas, found 'nan'");
  EXPECT_EQ(message([] { read<std::vector<std::string>>("a,"); }),
            "--flag: expected names separated by commas, found 'a,'");
  EXPECT_EQ(message([] { read<std::vector<Alpha>>("1;2"); }),
            "--flag: expected a number, inf, -inf, vi, iwae, vr-max or vr-min, found '1;2'");
}

}  // namespace
}  // namespace renyi::cli::field_text_test
