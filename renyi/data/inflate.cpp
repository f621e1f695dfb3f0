#include "renyi/data/inflate.hpp"

#include <zlib.h>

#include <algorithm>
#include <limits>
#include <memory>
#include <new>

namespace renyi {
namespace {

constexpr std::size_t piece = std::size_t{64} * 1024;

struct Inflated {
  std::string bytes;
  bool is_whole = false;
};

Inflated inflate_until(std::string_view packed, std::size_t limit) {
  z_stream stream{};
  if (::inflateInit(&stream) != Z_OK) throw std::bad_alloc();
  const std::unique_ptr<z_stream, int (*)(z_stream*)> owner(&stream, ::inflateEnd);
  Inflated result;
  std::string buffer(std::min(piece, limit), '\0');
  int outcome = Z_OK;
  while (outcome == Z_OK && result.bytes.size() < limit) {
    if (stream.avail_in == 0) {  // zlib counts in 32 bits
      const auto some = std::min(packed.size(), std::size_t{std::numeric_limits<uInt>::max()});
      // NOLINTNEXTLINE(cppcoreguidelines-pro-type-const-cast): zlib only reads there
      stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(packed.data()));
      stream.avail_in = static_cast<uInt>(some);
      packed.remove_prefix(some);
    }
    const auto room = std::min(buffer.size(), limit - result.bytes.size());
    stream.next_out = reinterpret_cast<Bytef*>(buffer.data());
    stream.avail_out = static_cast<uInt>(room);
    outcome = ::inflate(&stream, Z_NO_FLUSH);
    if (outcome == Z_MEM_ERROR) throw std::bad_alloc();
    result.bytes.append(buffer, 0, room - stream.avail_out);
  }
  result.is_whole = outcome == Z_STREAM_END && stream.avail_in == 0 && packed.empty();
  return result;
}

}  // namespace

std::string inflate_start(std::string_view packed, std::size_t limit) {
  return inflate_until(packed, limit).bytes;
}

std::optional<std::string> inflate_all(std::string_view packed) {
  auto result = inflate_until(packed, std::numeric_limits<std::size_t>::max());
  if (!result.is_whole) return {};
  return std::move(result.bytes);
}

}  // namespace renyi
