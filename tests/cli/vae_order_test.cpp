#include "cli/vae_order.hpp"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "tests/support/example_images.hpp"

namespace renyi::cli::vae_order_test {
namespace {

using testing::bars;
using testing::contents;
using testing::fit_small_vae;
using testing::TemporaryFolder;

UnbiasedOrder example() {
  return {.order = Alpha(-0.5),
          .exists = true,
          .curve = {{Alpha(0.0), -0.25, 0.125}, {Alpha::vr_max(), 0.5, {}}}};
}

TEST(VaeOrder, ThePilotIsATenthAtOrderZero) {
  VaeFlags flags{.model = "m", .alpha = Alpha::vr_max(), .choose_alpha = true};
  const VaeFlags pilot = pilot_flags(flags, 255);
  EXPECT_EQ(pilot.epochs, 25);
  EXPECT_EQ(pilot.alpha, Alpha::iwae());
  EXPECT_EQ(pilot.model, "m.pilot");
  EXPECT_FALSE(pilot.choose_alpha);
  EXPECT_EQ(pilot_flags(flags, 3).epochs, 1);
  flags.model.clear();
  EXPECT_EQ(pilot_flags(flags, 3).model, "");
}

TEST(VaeOrder, SaysWhy) {
  EXPECT_EQ(order_text(example(), 5), "5 draws estimate log p(x) without bias at alpha = -0.5");
  UnbiasedOrder none = example();
  none.exists = false;
  none.order = Alpha::vr_max();
  none.curve.back().gap = -2.5;
  EXPECT_EQ(order_text(none, 5),
            "alpha = -inf: even the largest of 5 weights is 2.5 nats too low on average");
}

TEST(VaeOrder, ShowsTheCurve) {
  const Table table = vae_orders_table(example(), 5);
  ASSERT_EQ(table.rows.size(), 2U);
  EXPECT_EQ(std::get<double>(table.rows[0][1]), -0.25);
  EXPECT_TRUE(std::holds_alternative<NotAvailable>(table.rows[1][2]));
  const Figure figure = vae_orders_figure(example(), 5);
  EXPECT_EQ(figure.x.categories, (std::vector<std::string>{"0", "-inf"}));
  EXPECT_EQ(figure.series[0].lower[0], -0.5);
}

// What is chosen is trained: the same bytes as with that order on the command line.
TEST(VaeOrder, OfTheCommandIsTheOneTrained) {
  const TemporaryFolder folder;
  const std::string images = folder.file("bars", bars(64));
  const auto chosen = fit_small_vae(images, folder.path("m"), {"--choose-alpha", "--format=json"});
  ASSERT_EQ(chosen.code, 0) << chosen.err;
  const auto result = nlohmann::json::parse(chosen.out);
  ASSERT_EQ(result["tables"]["orders"]["rows"].size(), 9U);
  std::string order;
  for (const auto& row : result["tables"]["model"]["rows"])
    if (row[0] == "alpha") order = row[1].is_string() ? row[1].get<std::string>() : row[1].dump();
  ASSERT_FALSE(order.empty());
  const auto asked = fit_small_vae(images, folder.path("asked"), {"--alpha=" + order});
  ASSERT_EQ(asked.code, 0) << asked.err;
  EXPECT_EQ(contents(folder.path("m")), contents(folder.path("asked"))) << order;
  const auto again = fit_small_vae(images, folder.path("m"), {"--choose-alpha", "--resume"});
  EXPECT_EQ(again.code, 0) << again.err;
}

TEST(VaeOrder, WithAnotherOrderOrOneDrawIsRefused) {
  const TemporaryFolder folder;
  const std::string images = folder.file("bars", bars(64));
  for (const char* other : {"--alpha=0.5", "--draws=1"}) {
    const auto outcome = fit_small_vae(images, folder.path("m"), {"--choose-alpha", other});
    EXPECT_EQ(outcome.code, 64) << other;
    EXPECT_NE(outcome.err.find("--choose-alpha: expected"), std::string::npos) << outcome.err;
  }
}

}  // namespace
}  // namespace renyi::cli::vae_order_test
