#include "renyi/core/safetensors.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <limits>
#include <nlohmann/json.hpp>
#include <set>
#include <system_error>

#include "renyi/core/atomic_file.hpp"
#include "renyi/core/error.hpp"

namespace renyi {
namespace {

using Json = nlohmann::json;

static_assert(std::endian::native == std::endian::little, "elements are copied as they are");

constexpr std::size_t length_bytes = 8;
constexpr std::uint64_t max_header_bytes = 100'000'000;  // as the reference reader has it
constexpr const char* metadata_key = "__metadata__";

class Decoder {
 public:
  Decoder(std::string_view bytes, const std::string& name) : bytes_(bytes), name_(name) {}

  TensorFile decode() {
    const Json header = read_header();
    TensorFile file;
    for (const auto& [name, entry] : header.items()) {
      if (name == metadata_key)
        file.metadata = read_notes(entry);
      else
        add_tensor(file, name, entry);
    }
    check_layout();
    return file;
  }

 private:
  [[noreturn]] void refuse(const std::string& expected, const std::string& found) const {
    throw DataError({.file = name_}, expected, found);
  }

  Json read_header() {
    if (bytes_.size() < length_bytes)
      refuse("a safetensors file", fmt::format("{} bytes", bytes_.size()));
    std::uint64_t length = 0;
    std::memcpy(&length, bytes_.data(), length_bytes);
    const std::string_view rest = bytes_.substr(length_bytes);
    if (length > max_header_bytes || !rest.starts_with('{'))
      refuse("a safetensors file", "other content");
    if (length > rest.size())
      refuse("a safetensors header within the file",
             fmt::format("one of {} bytes where {} are left", length, rest.size()));
    data_ = rest.substr(length);
    return parse(rest.substr(0, length));
  }

  Json parse(std::string_view text) const {
    std::set<std::string> seen;
    bool repeated = false;
    const auto callback = [&](int depth, Json::parse_event_t event, const Json& parsed) {
      if (event == Json::parse_event_t::key && depth == 1)
        repeated = !seen.insert(parsed.get<std::string>()).second || repeated;
      return true;
    };
    Json header;
    try {
      header = Json::parse(text, callback);
    } catch (const Json::exception& problem) {
      refuse("a safetensors header in JSON", problem.what());
    }
    if (!header.is_object()) refuse("a safetensors header that is an object", header.type_name());
    if (repeated) refuse("names that differ in the safetensors header", "one twice");
    return header;
  }

  std::map<std::string, std::string> read_notes(const Json& entry) const {
    if (!entry.is_object()) refuse("an object as __metadata__", entry.type_name());
    std::map<std::string, std::string> notes;
    for (const auto& [name, value] : entry.items()) {
      if (!value.is_string()) refuse("texts in __metadata__", value.type_name());
      notes.emplace(name, value.get<std::string>());
    }
    return notes;
  }

  // Entries may be nested as deep as the header is long: they are looked at, never copied or
  // printed, which would recurse.
  void add_tensor(TensorFile& file, const std::string& name, const Json& entry) {
    const auto expect = [&](bool holds, const char* expected, const char* found) {
      if (!holds)
        refuse(fmt::format("{} for tensor {}", expected, Json(name).dump(-1, ' ', true)), found);
    };
    expect(entry.is_object(), "an object", entry.type_name());
    const auto field = [&](const char* key) -> const Json& {
      const auto found = entry.find(key);
      expect(found != entry.end(), "dtype, shape and data_offsets", "less");
      return *found;
    };
    const auto sizes = [&](const char* key) {
      const Json& list = field(key);
      expect(list.is_array(), "a list of sizes", list.type_name());
      std::vector<std::int64_t> values;
      for (const Json& value : list) {
        expect(value.is_number_unsigned() &&
                   value.get<std::uint64_t>() <= std::numeric_limits<std::int64_t>::max(),
               "sizes from 0 to 2^63 - 1", "another");
        values.push_back(value.get<std::int64_t>());
      }
      return values;
    };
    Tensor tensor{.shape = sizes("shape")};
    const Json& type = field("dtype");
    expect(type.is_string() && is_type(type.get<std::string>()), "a known dtype", "another");
    tensor.type = parse_enum<ElementType>(type.get<std::string>());
    const auto offsets = sizes("data_offsets");
    expect(offsets.size() == 2 && offsets[0] <= offsets[1], "two data_offsets in order", "others");
    expect(static_cast<std::uint64_t>(offsets[1]) <= data_.size(), "bytes within the file",
           "the end of the file before them");
    const auto begin = static_cast<std::size_t>(offsets[0]);
    const auto end = static_cast<std::size_t>(offsets[1]);
    expect(tensor_bytes(tensor.shape, tensor.type) == end - begin,
           "as many bytes as its shape needs", "another number");
    spans_.emplace_back(begin, end);
    claimed_ += end - begin;
    // Overlaps would copy the same bytes again and again.
    if (claimed_ > data_.size()) refuse("tensors that do not overlap", "some that do");
    tensor.bytes = data_.substr(begin, end - begin);
    file.tensors.emplace(name, std::move(tensor));
  }

  static bool is_type(const std::string& text) {
    return std::ranges::count(EnumNames<ElementType>::names, text) > 0;
  }

  void check_layout() {
    std::ranges::sort(spans_);
    std::size_t at = 0;
    for (const auto& [begin, end] : spans_) {
      if (begin != at)
        refuse("tensors without holes or overlaps", fmt::format("one at {} after {}", begin, at));
      at = end;
    }
    if (at != data_.size())
      refuse(fmt::format("{} bytes of tensors", at), fmt::format("{}", data_.size()));
  }

  std::string_view bytes_;
  const std::string& name_;
  std::string_view data_;
  std::vector<std::pair<std::size_t, std::size_t>> spans_;
  std::size_t claimed_ = 0;
};

}  // namespace

TensorFile decode_safetensors(std::string_view bytes, const std::string& name) {
  return Decoder(bytes, name).decode();
}

TensorFile read_safetensors(const std::string& path) {
  std::error_code none;
  errno = 0;
  std::ifstream stream(path, std::ios::binary);
  if (std::filesystem::is_directory(path, none)) errno = EISDIR;
  if (!stream || errno == EISDIR)
    throw DataError::no_input(path, std::generic_category().message(errno));
  // What does not begin as it should may never end: /dev/zero.
  std::string bytes(length_bytes + 1, '\0');
  stream.read(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  bytes.resize(static_cast<std::size_t>(stream.gcount()));
  if (bytes.ends_with('{')) bytes.append(std::istreambuf_iterator<char>(stream), {});
  if (stream.bad()) throw DataError::input_output(path, "cannot read");
  return decode_safetensors(bytes, path);
}

std::string encode_safetensors(const TensorFile& file) {
  std::vector<std::pair<std::string, const Tensor*>> order;
  for (const auto& [name, tensor] : file.tensors) {
    if (tensor_bytes(tensor.shape, tensor.type) != tensor.bytes.size())
      throw UsageError(fmt::format("tensor: expected the bytes of its shape, found {} in '{}'",
                                   tensor.bytes.size(), name));
    order.emplace_back(name, &tensor);
  }
  std::ranges::stable_sort(order, std::greater<>(),
                           [](const auto& named) { return element_bytes(named.second->type); });
  nlohmann::ordered_json header = nlohmann::ordered_json::object();
  if (!file.metadata.empty()) header[metadata_key] = file.metadata;
  std::size_t at = 0;
  for (const auto& [name, tensor] : order) {
    header[name] = {{"dtype", to_string(tensor->type)},
                    {"shape", tensor->shape},
                    {"data_offsets", {at, at + tensor->bytes.size()}}};
    at += tensor->bytes.size();
  }
  // File names may hold bytes that are no UTF-8: they are replaced, not refused.
  std::string text = header.dump(-1, ' ', false, Json::error_handler_t::replace);
  text.resize((text.size() + length_bytes - 1) / length_bytes * length_bytes, ' ');
  const std::uint64_t length = text.size();
  std::string bytes(length_bytes, '\0');
  std::memcpy(bytes.data(), &length, length_bytes);
  bytes += text;
  for (const auto& [name, tensor] : order) bytes += tensor->bytes;
  return bytes;
}

void write_safetensors(const std::string& path, const TensorFile& file) {
  write_file_atomically(path, encode_safetensors(file));
}

}  // namespace renyi
