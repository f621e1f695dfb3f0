#include "renyi/data/csv_cells.hpp"

#include <fmt/format.h>

namespace renyi {
namespace {

constexpr int end_of_input = -1;
constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";
using Stops = std::array<bool, 256>;

constexpr Stops stops_at(std::string_view characters) {
  Stops stops{};
  for (const char c : characters) stops[static_cast<unsigned char>(c)] = true;
  stops[0] = true;  // look() refuses it
  return stops;
}

constexpr Stops line_stops = stops_at("\r\n");
constexpr Stops quote_stops = stops_at("\"\r\n");

}  // namespace

CsvCells::CsvCells(ByteSource& source, CsvOptions options) : source_(&source), options_(options) {
  if (options.separator != Separator::detect) set_separator(options.separator);
}

bool CsvCells::next_row() {
  CsvCell rest;
  while (next_cell(rest)) {
  }
  if (line_ == 0) {
    if (source_->peek(byte_order_mark.size()).starts_with(byte_order_mark))
      source_->skip(byte_order_mark.size());
    line_ = 1;
  }
  while (true) {
    pass_blanks();
    const int next = look();
    if (next == end_of_input) return false;
    if (pass_line_end()) continue;
    if (next == static_cast<unsigned char>(options_.comment) || !choose_separator()) {
      pass_line();
      continue;
    }
    in_row_ = true;
    row_line_ = line_;
    column_ = 0;
    return true;
  }
}

bool CsvCells::next_cell(CsvCell& cell) {
  if (!in_row_) return false;
  pass_blanks();
  ++column_;
  cell_line_ = line_;
  if (column_ > options_.max_columns)
    refuse(fmt::format("at most {} cells in a line", options_.max_columns), "more");
  text_.clear();
  const bool quoted = look() == '"';
  if (quoted) {
    read_quoted();
  } else {
    append_until_stop(false);
    while (text_.ends_with(' ') || text_.ends_with('\t')) text_.pop_back();
  }
  cell = {.text = text_, .line = cell_line_, .column = column_, .quoted = quoted};
  const bool after_blanks = pass_blanks();
  end_cell(after_blanks);
  return true;
}

void CsvCells::end_cell(bool after_blanks) {
  const int next = look();
  if (next == end_of_input || pass_line_end()) {
    in_row_ = false;
  } else if (next == separator_char_) {
    pass();
  } else if (separator_char_ != end_of_input || !after_blanks) {
    refuse("a separator or the end of the line after the closing quote", "more text");
  }
}

// The next character, not taken.
int CsvCells::look() {
  if (at_ == chunk_.size()) {
    source_->skip(at_);
    chunk_ = source_->peek();
    at_ = 0;
    if (chunk_.empty()) return end_of_input;
  }
  const auto next = static_cast<unsigned char>(chunk_[at_]);
  if (next == 0)
    throw DataError({.file = source_->name(), .line = line_}, "text",
                    "a NUL byte, as in binary files");
  return next;
}

bool CsvCells::pass_line_end() {
  const int next = look();
  if (next != '\n' && next != '\r') return false;
  pass();
  if (next == '\r' && look() == '\n') pass();
  ++line_;
  return true;
}

// Before the separator is known a tab may be one, and the first cell empty.
bool CsvCells::pass_blanks() {
  const bool tab_is_blank = options_.separator != Separator::tab &&  //
                            options_.separator != Separator::detect;
  bool passed = false;
  for (int next = look(); next == ' ' || (next == '\t' && tab_is_blank); next = look()) {
    pass();
    passed = true;
  }
  return passed;
}

void CsvCells::pass_line() {
  for (int next = look(); next != '\n' && next != '\r' && next != end_of_input; next = look())
    while (at_ < chunk_.size() && !line_stops[static_cast<unsigned char>(chunk_[at_])]) pass();
}

// False for a line without anything to tell it from.
bool CsvCells::choose_separator() {
  if (options_.separator != Separator::detect) return true;
  source_->skip(at_);
  chunk_ = source_->peek(ByteSource::buffer_size);
  at_ = 0;
  const auto found = detect_separator(chunk_);
  if (found) set_separator(*found);
  return found.has_value();
}

void CsvCells::set_separator(Separator separator) {
  options_.separator = separator;
  const std::string_view character = separator == Separator::comma       ? ","
                                     : separator == Separator::semicolon ? ";"
                                     : separator == Separator::tab       ? "\t"
                                                                         : "";
  cell_stops_ =
      stops_at(character.empty() ? std::string(" \t\r\n") : std::string(character) + "\r\n");
  separator_char_ = character.empty() ? end_of_input : character.front();
}

void CsvCells::append_until_stop(bool quoted) {
  const Stops& stops = quoted ? quote_stops : cell_stops_;
  while (look() != end_of_input) {
    const auto begin = at_;
    while (at_ < chunk_.size() && !stops[static_cast<unsigned char>(chunk_[at_])]) pass();
    if (text_.size() + (at_ - begin) > options_.max_cell_bytes)
      refuse(fmt::format("at most {} bytes in a cell", options_.max_cell_bytes),
             quoted ? "more: perhaps a quote that is never closed" : "more");
    text_.append(chunk_.substr(begin, at_ - begin));
    if (at_ < chunk_.size()) return;
  }
}

void CsvCells::read_quoted() {
  pass();
  while (true) {
    append_until_stop(true);
    const int next = look();
    if (next == end_of_input) refuse("a closing quote", "the end of the file");
    pass();
    if (next == '"') {
      if (look() != '"') return;
      pass();
    }
    text_.push_back(static_cast<char>(next));
    if (next == '\n' || (next == '\r' && look() != '\n')) ++line_;
  }
}

void CsvCells::refuse(const std::string& expected, const std::string& found) const {
  throw DataError({.file = source_->name(), .line = cell_line_, .column = column_}, expected,
                  found);
}

}  // namespace renyi
