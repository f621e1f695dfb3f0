#include "renyi/data/byte_source.hpp"

#include <algorithm>
#include <utility>

#include "renyi/data/gzip.hpp"

namespace renyi {

ByteSource::ByteSource(std::string name, ByteReader reader)
    : name_(std::move(name)),
      reader_(unpack_gzip(name_, std::move(reader))),
      buffer_(buffer_size) {}

ByteSource ByteSource::open(const std::string& path) { return {shown_path(path), read_file(path)}; }

ByteSource ByteSource::of_memory(std::string bytes, std::string name) {
  return {std::move(name), read_memory(std::move(bytes))};
}

std::string_view ByteSource::peek(std::size_t at_least) {
  at_least = std::min(at_least, buffer_size);
  if (end_ - begin_ < at_least) {
    std::copy(buffer_.data() + begin_, buffer_.data() + end_, buffer_.data());
    end_ -= begin_;
    begin_ = 0;
    while (end_ < at_least && !ended_) {
      const auto count = reader_(std::span(buffer_).subspan(end_));
      ended_ = count == 0;
      end_ += count;
    }
  }
  return {buffer_.data() + begin_, end_ - begin_};
}

std::size_t ByteSource::read(std::span<char> out) {
  std::size_t done = 0;
  while (done < out.size()) {
    const auto next = peek();
    if (next.empty()) break;
    const auto count = std::min(next.size(), out.size() - done);
    std::copy_n(next.data(), count, out.data() + done);
    skip(count);
    done += count;
  }
  return done;
}

}  // namespace renyi
