#include "renyi/data/image_set.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <bit>
#include <cmath>
#include <filesystem>
#include <functional>
#include <limits>

#include "renyi/core/error.hpp"
#include "renyi/data/npy.hpp"
#include "tests/support/gzip.hpp"
#include "tests/support/idx.hpp"
#include "tests/support/mat.hpp"
#include "tests/support/png.hpp"
#include "tests/support/temporary_folder.hpp"

namespace renyi::image_set_test {
namespace {

using testing::idx;
using testing::TemporaryFolder;

template <class Wrong>
std::string message_of(const std::function<void()>& body) {
  try {
    body();
  } catch (const Wrong& error) {
    return error.what();
  }
  return "no error";
}

std::string data_error(const std::string& path, const ImageOptions& options = {}) {
  return message_of<DataError>([&] { read_images(path, options); });
}

std::string usage_error(const std::string& path, const ImageOptions& options) {
  return message_of<UsageError>([&] { read_images(path, options); });
}

TEST(ImageSet, IsTheSameFromEveryFormat) {
  const TemporaryFolder folder;
  const MatrixF expected{{0, 0.2F, 1}, {0.4F, 0.6F, 0.8F}};
  const auto bytes = idx(8, {2, 1, 3}, std::string("\x00\x33\xff\x66\x99\xcc", 6));
  const auto from_idx = read_images(folder.file("a", bytes));
  EXPECT_EQ(from_idx.pixels, expected);
  EXPECT_EQ(from_idx.height, 1);
  EXPECT_EQ(from_idx.width, 3);
  EXPECT_EQ(from_idx.path, folder.path("a"));
  const ImageOptions size{.height = 1, .width = 3};
  write_npy(folder.path("b"), expected);
  for (const auto& path : {folder.file("c", testing::gzip(bytes)), folder.path("b"),
                           folder.file("d", "0 0.2 1\n0.4 0.6 0.8\n"),
                           folder.file("e", "a,b,c\n0,.2,1\n.4,.6,.8\n")}) {
    const auto images = read_images(path, size);
    EXPECT_EQ(images.pixels, expected) << path;
    EXPECT_EQ(images.height, 1) << path;
    EXPECT_EQ(images.width, 3) << path;
    EXPECT_EQ(images.fingerprint, from_idx.fingerprint) << path;
  }
}

// python3: h = 0xcbf29ce484222325
// for b in struct.pack("<2f", 0, 1) + b"\x1e" + struct.pack("<2f", 1, 0) + b"\x1e":
//     h = ((h ^ b) * 0x100000001b3) % 2**64
TEST(ImageSet, HasTheFingerprintOfWhatIsInTheFile) {
  const TemporaryFolder folder;
  const auto path = folder.file("a", idx(8, {2, 1, 2}, std::string("\0\1\1\0", 4)));
  EXPECT_EQ(read_images(path).fingerprint, "fnv1a64:2827de69ae51921f");
  EXPECT_EQ(read_images(path, {.invert = true, .transpose = true}).fingerprint,
            read_images(path).fingerprint);
}

TEST(ImageSet, IsReadFromMatFilesAndFoldersOfPng) {
  const TemporaryFolder folder;
  const MatrixF expected{{0, 0.2F}, {0.4F, 1}};
  const testing::MatWriter write;
  const auto array = write.array("x", 9, {2, 2}, 2, std::string("\x00\x66\x33\xff", 4));
  const auto mat = folder.file("a", write.header() + array + write.array("y", 6, {1, 2}, 2, "12"));
  const auto from_mat = read_images(mat, {.variable = "x", .height = 2, .width = 1});
  EXPECT_EQ(from_mat.pixels, expected);
  EXPECT_EQ(from_mat.height, 2);
  EXPECT_NE(data_error(mat).find("found 'x' of 2 x 2, 'y' of 1 x 2"), std::string::npos);
  const TemporaryFolder images;
  images.file("1.png", testing::png(1, 8, 0, {std::string(1, '\0'), "\x33"}));
  images.file("2.png", testing::png(1, 8, 0, {"\x66", "\xff"}));
  const auto from_png = read_images(images.path());
  EXPECT_EQ(from_png.pixels, expected);
  EXPECT_EQ(from_png.height, 2);
  EXPECT_EQ(from_png.width, 1);
  EXPECT_EQ(from_png.fingerprint, from_mat.fingerprint);
  EXPECT_EQ(usage_error(images.path("1.png"), {.variable = "x"}),
            "variable: expected a MAT file, found " + images.path("1.png"));
}

TEST(ImageSet, KeepsBytesThatAreZerosAndOnes) {
  const TemporaryFolder folder;
  EXPECT_EQ(read_images(folder.file("a", idx(8, {1, 1, 2}, std::string("\0\1", 2)))).pixels,
            (MatrixF{{0, 1}}));
}

TEST(ImageSet, InvertsAndTransposes) {
  const TemporaryFolder folder;
  const auto path = folder.file("a", "0 0.25 0.5 0.75 1 1\n");
  const auto images = read_images(path, {.transpose = true, .height = 2, .width = 3});
  EXPECT_EQ(images.pixels, (MatrixF{{0, 0.5F, 1, 0.25F, 0.75F, 1}}));
  EXPECT_EQ(read_images(path, {.invert = true}).pixels, (MatrixF{{1, 0.75F, 0.5F, 0.25F, 0, 0}}));
  EXPECT_EQ(usage_error(path, {.transpose = true}),
            "transpose: expected the height and width of images, which " + path + " does not say");
  const auto grey = folder.file("b", "0 1\n0 37\n");
  EXPECT_EQ(data_error(grey, {.invert = true}),
            grey + ": expected pixels from 0 to 1, to be inverted, found 37 in image 2, pixel 2");
}

TEST(ImageSet, HasNoSizeThatNobodyToldOrThatDoesNotFit) {
  const TemporaryFolder folder;
  const auto table = folder.file("a", "1 2 3 4\n");
  EXPECT_EQ(read_images(table).height, 0);
  EXPECT_EQ(read_images(table).width, 0);
  EXPECT_EQ(data_error(table, {.height = 3, .width = 2}),
            table + ": expected images of 3 x 2 pixels, found rows of 4");
  const auto images = folder.file("b", idx(8, {1, 2, 3}, "123456"));
  EXPECT_EQ(data_error(images, {.height = 3, .width = 2}),
            images + ": expected images of 3 x 2 pixels, found 2 x 3");
  EXPECT_EQ(usage_error(table, {.height = 2}),
            "height, width: expected both or neither, found 2 and 0");
  EXPECT_EQ(usage_error(table, {.height = 2, .width = -1}),
            "width: expected a number from 0 to 16384, found -1");
}

TEST(ImageSet, RefusesPixelsThatAreNotFiniteAndSaysWhichTheyAre) {
  const TemporaryFolder folder;
  MatrixF pixels = MatrixF::Zero(3, 4);
  pixels(1, 2) = std::numeric_limits<float>::quiet_NaN();
  pixels(2, 0) = std::numeric_limits<float>::infinity();
  const auto path = folder.path("a.npy");
  write_npy(path, pixels);
  EXPECT_EQ(data_error(path), path + ": expected finite pixels, found NaN in image 2, pixel 3");
  pixels(1, 2) = 0;
  write_npy(path, pixels);
  EXPECT_EQ(data_error(path), path + ": expected finite pixels, found inf in image 3, pixel 1");
  const auto text = folder.file("b", "1 2\n3 nan\n");
  EXPECT_EQ(data_error(text), text + ": expected finite pixels, found NaN in image 2, pixel 2");
  const auto large = folder.file("c", "1 2\n-1e300 4\n");  // not in single precision
  EXPECT_EQ(data_error(large), large + ": expected finite pixels, found -inf in image 2, pixel 1");
}

TEST(ImageSet, OfBernoulliPixelsIsWithinTheUnitInterval) {
  const auto check = [](MatrixF pixels) {
    return message_of<DataError>(
        [&] { require_unit_interval({.pixels = std::move(pixels), .path = "a.idx"}); });
  };
  EXPECT_EQ(check(MatrixF{{0, 1, 0.5F}}), "no error");
  const std::string advice =
      "; divide the pixels by their largest value, or choose a Gaussian likelihood";
  const std::string expected =
      "a.idx: expected pixels from 0 to 1, for a Bernoulli likelihood, found ";
  EXPECT_EQ(check(MatrixF{{0, 1}, {1, 255}}), expected + "255 in image 2, pixel 2" + advice);
  EXPECT_EQ(check(MatrixF{{0, -0.5F}}), expected + "-0.5 in image 1, pixel 2" + advice);
}

TEST(ImageSet, NamesWhatCannotBeOpened) {
  const TemporaryFolder folder;
  try {
    read_images(folder.path("none"));
    FAIL() << "read a file that does not exist";
  } catch (const DataError& error) {
    EXPECT_EQ(error.exit_code(), ExitCode::no_input);
  }
}

// The data sets of the paper, where they are at hand.
TEST(ImageSet, ReadsTheImagesOfThePaper) {
  const std::string data = RENYI_SOURCE_DIR "/../shared/data/";
  if (!std::filesystem::exists(data + "mnist")) GTEST_SKIP() << "no " << data << "mnist";
  const auto mnist = read_images(data + "mnist/train-images-idx3-ubyte.gz");
  EXPECT_EQ(mnist.pixels.rows(), 60000);
  EXPECT_EQ(mnist.pixels.cols(), 784);
  EXPECT_EQ(mnist.height, 28);
  EXPECT_NEAR(mnist.pixels.cast<double>().mean(), 0.1306604762738429, 1e-8);  // as is well known
  require_unit_interval(mnist);
  const auto faces = read_images(data + "freyfaces/freyfaces-images-idx3-ubyte.gz");
  EXPECT_EQ(faces.pixels.rows(), 1965);
  EXPECT_EQ(faces.height, 28);
  EXPECT_EQ(faces.width, 20);
  const auto shapes = read_images(data + "silhouettes/silhouettes-train-images-idx3-ubyte.gz");
  EXPECT_EQ(shapes.pixels.rows(), 4100);
  EXPECT_TRUE(((shapes.pixels.array() == 0.0F) || (shapes.pixels.array() == 1.0F)).all());
  const auto of_mat = read_images(data + "silhouettes/caltech101_silhouettes_28_split1.mat",
                                  {.variable = "train_data", .height = 28, .width = 28});
  EXPECT_EQ(of_mat.pixels, shapes.pixels);
  EXPECT_EQ(of_mat.fingerprint, shapes.fingerprint);
  EXPECT_NE(data_error(data + "mnist/t10k-labels-idx1-ubyte.gz").find("one dimension"),
            std::string::npos);
}

}  // namespace
}  // namespace renyi::image_set_test
