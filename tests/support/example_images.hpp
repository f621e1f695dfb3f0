// Small images for tests of auto-encoders: a bar that lies or stands, somewhere in 4 x 4 pixels.
#pragma once

#include <string>
#include <vector>

#include "tests/support/idx.hpp"
#include "tests/support/run_command.hpp"
#include "tests/support/temporary_folder.hpp"

namespace renyi::testing {

// The bytes of an IDX file; `white` is the level of the bar's pixels, `black` of all others.
inline std::string bars(int images, int white = 255, int black = 0, int side = 4) {
  std::string pixels;
  for (int i = 0; i < images; ++i)
    for (int y = 0; y < side; ++y)
      for (int x = 0; x < side; ++x)
        pixels += static_cast<char>((i % 2 == 0 ? x : y) == i / 2 % side ? white : black);
  const auto size = static_cast<std::uint32_t>(side);
  return idx(0x08, {static_cast<std::uint32_t>(images), size, size}, pixels);
}

// `renyi fit vae` of a file, small and quick.
inline Outcome fit_small_vae(const std::string& images, const std::string& model,
                             const std::vector<std::string>& more = {}) {
  std::vector<std::string> arguments = {"fit", "vae", images, "--quiet", "--model=" + model};
  for (const char* usual : {"--architecture=d8-s2", "--epochs=2", "--batch=16"})
    arguments.emplace_back(usual);
  arguments.insert(arguments.end(), more.begin(), more.end());
  return run_command(arguments);
}

// A fitted model's file.
inline std::string small_vae(const TemporaryFolder& folder,
                             const std::vector<std::string>& more = {}) {
  const auto outcome =
      fit_small_vae(folder.file("bars", bars(32)), folder.path("vae.safetensors"), more);
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  return folder.path("vae.safetensors");
}

}  // namespace renyi::testing
