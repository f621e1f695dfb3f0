#include "renyi/data/gzip.hpp"

#include <zlib.h>

#include <algorithm>
#include <memory>
#include <new>
#include <string_view>
#include <utility>
#include <vector>

#include "renyi/core/error.hpp"

namespace renyi {
namespace {

constexpr std::size_t buffer_size = std::size_t{64} * 1024;
constexpr int gzip_only = 15 + 16;  // window bits, and zlib's way to ask for a gzip header

class Unpacker {
 public:
  Unpacker(std::string name, ByteReader packed)
      : name_(std::move(name)), packed_(std::move(packed)), buffer_(buffer_size) {}
  Unpacker(const Unpacker&) = delete;
  Unpacker& operator=(const Unpacker&) = delete;
  Unpacker(Unpacker&&) = delete;
  Unpacker& operator=(Unpacker&&) = delete;
  ~Unpacker() {
    if (form_ == Form::gzip) ::inflateEnd(&stream_);
  }

  std::size_t read(std::span<char> out) {
    if (form_ == Form::unknown) look();
    return form_ == Form::gzip ? unpack(out) : pass(out);
  }

 private:
  enum class Form : unsigned char { unknown, plain, gzip };

  std::string_view waiting() const {
    return {reinterpret_cast<const char*>(stream_.next_in), stream_.avail_in};
  }

  // Reads behind what is waiting; false at the end of the input.
  bool refill() {
    const auto left = waiting().size();
    std::copy_n(waiting().data(), left, buffer_.data());
    const auto count = packed_(std::span(buffer_).subspan(left));
    stream_.next_in = reinterpret_cast<Bytef*>(buffer_.data());
    stream_.avail_in = static_cast<uInt>(left + count);
    return count > 0;
  }

  void look() {
    stream_.next_in = reinterpret_cast<Bytef*>(buffer_.data());
    while (waiting().size() < gzip_magic.size() && refill()) {
    }
    form_ = Form::plain;
    if (!waiting().starts_with(gzip_magic)) return;
    if (::inflateInit2(&stream_, gzip_only) != Z_OK) throw std::bad_alloc();
    form_ = Form::gzip;
  }

  std::size_t pass(std::span<char> out) {
    if (stream_.avail_in == 0) return packed_(out);
    const auto count = std::min(out.size(), waiting().size());
    std::copy_n(waiting().data(), count, out.data());
    stream_.next_in += count;
    stream_.avail_in -= static_cast<uInt>(count);
    return count;
  }

  std::size_t unpack(std::span<char> out) {
    const auto room = static_cast<uInt>(std::min(out.size(), buffer_size));
    stream_.next_out = reinterpret_cast<Bytef*>(out.data());
    stream_.avail_out = room;
    // What stands before a damaged place is given first, so that errors come in the order of the
    // content, however the bytes come.
    while (stream_.avail_out == room && room > 0) {
      if (!damage_.empty()) throw DataError({.file = name_}, "valid gzip data", damage_);
      if (stream_.avail_in == 0 && !refill()) {
        if (member_ended_) return 0;
        throw DataError({.file = name_}, "the rest of the gzip data", "the end of the file");
      }
      step();
    }
    return room - stream_.avail_out;
  }

  void step() {
    if (member_ended_) ::inflateReset(&stream_);
    const int outcome = ::inflate(&stream_, Z_NO_FLUSH);
    member_ended_ = outcome == Z_STREAM_END;
    if (outcome == Z_MEM_ERROR) throw std::bad_alloc();
    if (outcome != Z_OK && outcome != Z_STREAM_END && outcome != Z_BUF_ERROR)
      damage_ = stream_.msg != nullptr ? stream_.msg : "damaged bytes";
  }

  std::string name_;
  ByteReader packed_;
  std::vector<char> buffer_;
  z_stream stream_{};
  Form form_ = Form::unknown;
  bool member_ended_ = false;
  std::string damage_;
};

}  // namespace

ByteReader unpack_gzip(std::string name, ByteReader packed) {
  return [unpacker = std::make_shared<Unpacker>(std::move(name), std::move(packed))](
             std::span<char> out) { return unpacker->read(out); };
}

}  // namespace renyi
