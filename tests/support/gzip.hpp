// Packs bytes as gzip does, for tests of the reader.
#pragma once

#include <zlib.h>

#include <string>
#include <string_view>

namespace renyi::testing {

inline std::string gzip(std::string_view bytes) {
  z_stream stream{};
  constexpr int window_and_gzip = 15 + 16;
  deflateInit2(&stream, Z_BEST_COMPRESSION, Z_DEFLATED, window_and_gzip, 8, Z_DEFAULT_STRATEGY);
  std::string input(bytes);
  std::string packed(deflateBound(&stream, input.size()) + 64, '\0');
  stream.next_in = reinterpret_cast<Bytef*>(input.data());
  stream.avail_in = static_cast<uInt>(input.size());
  stream.next_out = reinterpret_cast<Bytef*>(packed.data());
  stream.avail_out = static_cast<uInt>(packed.size());
  deflate(&stream, Z_FINISH);
  packed.resize(stream.total_out);
  deflateEnd(&stream);
  return packed;
}

}  // namespace renyi::testing
