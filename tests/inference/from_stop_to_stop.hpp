// Work in legs that is stopped again and again, and gone on with from its file each time.
#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <filesystem>
#include <string>

#include "renyi/inference/legs.hpp"

namespace renyi::testing {

// The result of work(legs), where run i, from 1, is stopped as soon as it was asked i * stride
// times whether to go on; `stops` is how often that was.
template <class Work>
auto from_stop_to_stop(const std::string& path, std::int64_t stride, const Work& work,
                       std::int64_t& stops, Communicator* others = nullptr) {
  for (stops = 0;; ++stops) {
    std::int64_t asked = 0;
    Legs legs({.path = path,
               .identity = {.kind = "test"},
               .seconds = 1e9,
               .stop = [&] { return ++asked == (stops + 1) * stride; },
               .others = others});
    if (stops > 0) legs.resume();
    try {
      auto result = work(legs);
      if (others != nullptr) others->any(false);  // all have come here
      legs.finish();
      EXPECT_EQ(asked > 0 || stops > 0, true) << "nobody asked";
      return result;
    } catch (const WorkStopped&) {
      if (others != nullptr) others->any(false);
      EXPECT_TRUE(std::filesystem::exists(path));
    }
  }
}

}  // namespace renyi::testing
