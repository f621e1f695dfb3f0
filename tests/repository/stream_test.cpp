// Data that would not fit: fits under a limit of memory that is smaller than the file.
#include <gtest/gtest.h>
#include <sys/wait.h>

#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <random>
#include <string>

#include "tests/support/sanitized.hpp"
#include "tests/support/temporary_folder.hpp"

namespace {

using renyi::testing::contents;
using renyi::testing::TemporaryFolder;

constexpr std::uint32_t images = 64'000, side = 64;  // 262 MB
constexpr int limit = 240'000;                       // kilobytes, of which the program takes most

// The first bytes of an IDX file of that shape.
std::string header() {
  std::string bytes("\0\0\x08\x03", 4);
  for (const std::uint32_t size : {images, side, side})
    for (int shift = 24; shift >= 0; shift -= 8)
      bytes += static_cast<char>(size >> static_cast<unsigned>(shift) & 0xFFU);
  return bytes;
}

int run(const std::string& before, const std::string& arguments) {
  const std::string command = before + RENYI_BINARY " fit " + arguments;
  const int status = std::system(command.c_str());
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

TEST(Stream, AFileLargerThanMemoryFitsLikeAnyOther) {
  if (renyi::testing::is_sanitized()) GTEST_SKIP() << "sanitizers take more than any limit";
  const TemporaryFolder folder;
  {
    std::ofstream file(folder.path("images"), std::ios::binary);
    file << header();
    std::mt19937_64 random(1);
    std::string image(side * side, '\0');
    for (std::uint32_t i = 0; i < images; ++i) {
      for (char& pixel : image) pixel = static_cast<char>(random() >> 56U);
      file << image;
    }
  }
  const std::string options = folder.path("images") +
                              " --architecture d2-s1 --draws 1 --batch 200 --epochs 1"
                              " --threads 1 --quiet > /dev/null 2>&1 --model ";
  const std::string limited = "ulimit -v " + std::to_string(limit) + " && ";
  EXPECT_EQ(run(limited, "vae " + options + folder.path("none")), 70);  // out of memory
  ASSERT_EQ(run(limited, "vae --stream " + options + folder.path("streamed")), 0);
  ASSERT_EQ(run("", "vae " + options + folder.path("loaded")), 0);
  EXPECT_EQ(contents(folder.path("streamed")), contents(folder.path("loaded")));
}

// Numbers and two words.
TEST(Stream, ATableLargerThanMemoryFitsLikeAnyOther) {
  if (renyi::testing::is_sanitized()) GTEST_SKIP() << "sanitizers take more than any limit";
  const TemporaryFolder folder;
  constexpr int rows = 250'000, numbers = 100;  // 252 MB
  {
    std::ofstream file(folder.path("table.csv"));
    for (int column = 0; column < numbers; ++column) file << 'x' << column << ',';
    file << "colour,y\n";
    std::mt19937_64 random(1);
    for (int row = 0; row < rows; ++row) {
      for (int column = 0; column < numbers; ++column)
        file << 100'000'000 + random() % 900'000'000 << ',';
      file << (random() % 3 == 0 ? "red," : "blue,") << random() % 1000 << '\n';
    }
  }
  const std::string options = folder.path("table.csv") +
                              " --target y --hidden 2 --draws 1 --batch 500 --epochs 1"
                              " --threads 1 --quiet > /dev/null 2>&1 --model ";
  const std::string cache = "export XDG_CACHE_HOME=" + folder.path("cache") + " && ";
  const std::string limited = cache + "ulimit -v " + std::to_string(limit) + " && ";
  EXPECT_EQ(run(limited, "bnn " + options + folder.path("none")), 70);  // out of memory
  ASSERT_EQ(run(limited, "bnn --stream " + options + folder.path("streamed")), 0);
  ASSERT_EQ(run("", "bnn " + options + folder.path("loaded")), 0);
  EXPECT_EQ(contents(folder.path("streamed")), contents(folder.path("loaded")));
}

}  // namespace
