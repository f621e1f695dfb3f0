#include "renyi/core/huge_pages.hpp"

#include <sys/mman.h>

#include <cstdint>

namespace renyi {

void prefer_huge_pages(const void* data, std::size_t bytes) {
#ifdef MADV_HUGEPAGE
  constexpr std::uintptr_t page = std::uintptr_t{2} << 20U;
  const auto begin = reinterpret_cast<std::uintptr_t>(data);
  const std::uintptr_t first = (begin + page - 1) / page * page,
                       end = (begin + bytes) / page * page;
  if (end <= first) return;
  // NOLINTNEXTLINE(performance-no-int-to-ptr): an address, rounded to pages
  auto* const from = reinterpret_cast<void*>(first);
  ::madvise(from, end - first, MADV_HUGEPAGE);
#ifdef MADV_COLLAPSE
  ::madvise(from, end - first, MADV_COLLAPSE);  // also what has been written already
#endif
#endif
}

}  // namespace renyi
