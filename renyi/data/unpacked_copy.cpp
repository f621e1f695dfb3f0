#include "renyi/data/unpacked_copy.hpp"

#include <array>
#include <fstream>
#include <string_view>

#include "renyi/core/atomic_file.hpp"
#include "renyi/data/byte_source.hpp"
#include "renyi/data/cached_copy.hpp"
#include "renyi/data/gzip.hpp"

namespace renyi {
namespace {

bool is_packed(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::array<char, gzip_magic.size()> start{};
  return file.read(start.data(), start.size()) &&
         std::string_view(start.data(), start.size()) == gzip_magic;
}

}  // namespace

std::string unpacked_copy(const std::string& path, const std::string& cache) {
  require_regular_file(path);
  if (!is_packed(path)) return path;
  return cached_copy(path, cache, {.ending = "unpacked"}, [&](const std::string& copy) {
    auto source = ByteSource::open(path);
    AtomicFile file(copy);
    for (auto next = source.peek(); !next.empty(); next = source.peek()) {
      file.write(next);
      source.skip(next.size());
    }
    file.commit();
  });
}

}  // namespace renyi
