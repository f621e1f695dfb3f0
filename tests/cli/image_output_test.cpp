#include "cli/image_output.hpp"

#include <gtest/gtest.h>

#include "renyi/core/error.hpp"
#include "renyi/data/npy.hpp"
#include "renyi/data/png.hpp"
#include "tests/support/temporary_folder.hpp"

namespace renyi::cli::image_output_test {
namespace {

using testing::TemporaryFolder;

const ImageTreatment two_by_three{.height = 2, .width = 3};

template <class Act>
std::string refusal(Act act) {
  try {
    act();
  } catch (const UsageError& error) {
    return error.what();
  }
  return "no error";
}

TEST(ImageOutput, PutsReconstructionsAfterTheirOriginals) {
  MatrixF originals(2, 1), reconstructions(2, 1), both(4, 1);
  originals << 1, 2;
  reconstructions << 3, 4;
  both << 1, 3, 2, 4;
  EXPECT_EQ(side_by_side(originals, reconstructions), both);
}

TEST(ImageOutput, ThePageHasTheFirstFewHundred) {
  Report report;
  add_pictures(two_by_three, "few", "Few", MatrixF::Zero(5, 6), 2, report);
  add_pictures(two_by_three, "many", "Many", MatrixF::Zero(300, 6), 2, report);
  add_pictures({}, "rows", "Rows", MatrixF::Zero(5, 6), 2, report);
  ASSERT_EQ(report.images.size(), 2U) << "rows of a table have no picture";
  EXPECT_EQ(report.images[0].images.size(), 5U);
  EXPECT_TRUE(report.images[0].notes.empty());
  EXPECT_EQ(report.images[1].images.size(), 256U);
  EXPECT_EQ(report.images[1].notes, std::vector<std::string>{"The first 256 of 300 images."});
}

TEST(ImageOutput, FilesHoldTheImages) {
  const TemporaryFolder folder;
  const PictureFlags flags{.png = folder.path("p.png"), .npy = folder.path("p.npy")};
  const MatrixF pixels = MatrixF::Constant(4, 6, 0.25F);
  flags.write_png(two_by_three, pixels, 2);
  flags.write_npy(pixels);
  EXPECT_EQ(read_npy(folder.path("p.npy")), pixels.cast<double>());
  EXPECT_TRUE(testing::contents(folder.path("p.png")).starts_with("\x89PNG"));
  Table table;
  flags.add_rows(table);
  ASSERT_EQ(table.rows.size(), 2U);
  EXPECT_EQ(table.rows[0][1], Cell(folder.path("p.png")));
  PictureFlags{}.write_png(two_by_three, pixels, 2);
  PictureFlags{}.write_npy(pixels);
  EXPECT_EQ(folder.files(), 2U);
}

TEST(ImageOutput, RefusesWhatNobodyWouldSee) {
  CommonOptions common;
  EXPECT_EQ(refusal([&] { PictureFlags{}.require_somewhere(common); }),
            "--png: expected --png FILE, --npy FILE or --output FOLDER, found none");
  EXPECT_EQ(refusal([&] { PictureFlags{.npy = "f"}.require_somewhere(common); }), "no error");
  common.destination.folder = "d";
  EXPECT_EQ(refusal([&] { PictureFlags{}.require_somewhere(common); }), "no error");

  EXPECT_NE(refusal([&] {
              PictureFlags{.png = "f"}.write_png(two_by_three, MatrixF::Zero(40000, 6), 1);
            }).find("--png: expected at most"),
            std::string::npos);

  const VaeModel rows{.spec = {.pixels = 6}};
  EXPECT_EQ(refusal([&] { PictureFlags{.png = "f"}.require_pictures(rows); }),
            "--png: expected a model of images with height and width, found one of rows of 6 "
            "numbers");
  EXPECT_EQ(refusal([&] { PictureFlags{.npy = "f"}.require_pictures(rows); }), "no error");
}

}  // namespace
}  // namespace renyi::cli::image_output_test
