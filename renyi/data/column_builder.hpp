// Makes a column of its cells one by one, and finds out on the way whether it holds numbers or
// words.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>

#include "renyi/data/data_table.hpp"

namespace renyi {

class ColumnBuilder {
 public:
  explicit ColumnBuilder(std::size_t max_levels) : max_levels_(max_levels) {}

  // From the first cell on everything but a missing cell is a word, as it is spelt.
  void take_any_text();
  void add(std::string_view text, const Place& place);
  // The cells since the last call, without the words that codes stand for; neither where the column
  // is unusable.
  DataColumn take();
  DataColumn finish() && { return std::move(column_); }

 private:
  void add_missing();
  void add_number(double number, const Place& place);
  void add_word(std::string_view text, const Place& place);
  void give_up(const Place& place, const std::string& expected, std::string_view found);

  std::size_t max_levels_;
  DataColumn column_;
  std::unordered_map<std::string, std::int32_t> codes_;  // of the levels
  std::int64_t first_line_ = 0;                          // with a value; 0: none yet
  bool any_text_ = false;
};

}  // namespace renyi
