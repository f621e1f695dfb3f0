// Whether the program runs under a sanitizer, asked at run time: the tests themselves are compiled
// alike in every build.
#pragma once

extern "C" {
[[gnu::weak]] void __asan_init();  // NOLINT(bugprone-reserved-identifier)
[[gnu::weak]] void __tsan_init();  // NOLINT(bugprone-reserved-identifier)
}

namespace renyi::testing {

inline bool is_sanitized() { return __asan_init != nullptr || __tsan_init != nullptr; }

}  // namespace renyi::testing
