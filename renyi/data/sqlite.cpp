#include "renyi/data/sqlite.hpp"

#include <sqlite3.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <limits>
#include <system_error>
#include <thread>
#include <utility>

#include "renyi/core/error.hpp"

namespace renyi {
namespace {

// Why a database cannot be opened or written to, where the file system tells; else empty.
std::string why_refused(const std::string& path) {
  std::error_code none;
  const auto refused = [](const std::string& what, const std::string& place, int mode) {
    const bool is = ::access(place.c_str(), mode) != 0;
    return is ? what + ": " + std::generic_category().message(errno) : std::string();
  };
  if (std::filesystem::is_directory(path, none)) return "it is a folder";
  std::string folder = std::filesystem::path(path).parent_path().string();
  if (folder.empty()) folder = ".";
  if (!std::filesystem::exists(folder, none)) return "there is no folder " + folder;
  if (std::filesystem::exists(path, none)) {
    const std::string reason = refused("it cannot be read and written", path, R_OK | W_OK);
    if (!reason.empty()) return reason;
  }
  return refused("files cannot be made in the folder " + folder, folder, W_OK | X_OK);
}

[[noreturn]] void refuse_database(const std::string& path, int code, const char* message) {
  constexpr int without_details = 0xFF;
  if ((code & without_details) == SQLITE_NOTADB)
    throw DataError({.file = path}, "an SQLite database", "a file that is none");
  if ((code & without_details) == SQLITE_CORRUPT)
    throw DataError({.file = path}, "an SQLite database", "a damaged one");
  const int kind = code & without_details;
  const bool may_be_place = kind == SQLITE_CANTOPEN || kind == SQLITE_READONLY;
  const std::string reason = may_be_place ? why_refused(path) : "";
  throw DataError::input_output(path, reason.empty() ? std::string("SQLite: ") + message : reason);
}

// Whether a database that we may not write to has no writer now. SQLite must be told so of one in
// WAL mode: it would make the files of that mode, or fail where it cannot.
bool is_kept_unchanged(const std::string& path) {
  std::error_code none;
  const std::filesystem::path folder = std::filesystem::absolute(path, none).parent_path();
  return (::access(path.c_str(), W_OK) != 0 || ::access(folder.c_str(), W_OK) != 0) &&
         !std::filesystem::exists(path + "-wal", none);
}

std::string unchanging_file(const std::string& path) {
  std::string uri = "file:";
  for (const char c : path)
    uri += c == '%' ? "%25" : c == '?' ? "%3f" : c == '#' ? "%23" : std::string(1, c);
  return uri + "?immutable=1";
}

}  // namespace

void SqlStatement::Finalise::operator()(sqlite3_stmt* statement) const {
  sqlite3_finalize(statement);
}

void SqlStatement::check(int code) const {
  if (code != SQLITE_OK)
    refuse_database(path_, code, sqlite3_errmsg(sqlite3_db_handle(statement_.get())));
}

SqlStatement& SqlStatement::bind(int parameter, std::string_view text) {
  check(sqlite3_bind_text64(statement_.get(), parameter, text.empty() ? "" : text.data(),
                            text.size(), SQLITE_TRANSIENT, SQLITE_UTF8));
  return *this;
}

SqlStatement& SqlStatement::bind(int parameter, std::int64_t value) {
  check(sqlite3_bind_int64(statement_.get(), parameter, value));
  return *this;
}

SqlStatement& SqlStatement::bind(int parameter, double value) {
  check(sqlite3_bind_double(statement_.get(), parameter, value));
  return *this;
}

bool SqlStatement::next() {
  const int code = sqlite3_step(statement_.get());
  if (code == SQLITE_ROW) return true;
  if (code != SQLITE_DONE) check(code);
  return false;
}

void SqlStatement::run() {
  while (next()) {
  }
  check(sqlite3_reset(statement_.get()));
}

std::string SqlStatement::text(int column) const {
  const auto* bytes = sqlite3_column_text(statement_.get(), column);
  if (bytes == nullptr) return {};
  return {reinterpret_cast<const char*>(bytes),
          static_cast<std::size_t>(sqlite3_column_bytes(statement_.get(), column))};
}

std::int64_t SqlStatement::integer(int column) const {
  return sqlite3_column_int64(statement_.get(), column);
}

double SqlStatement::real(int column) const {
  return sqlite3_column_type(statement_.get(), column) == SQLITE_NULL
             ? std::numeric_limits<double>::quiet_NaN()
             : sqlite3_column_double(statement_.get(), column);
}

void SqlDatabase::Close::operator()(sqlite3* handle) const { sqlite3_close_v2(handle); }

// SQLite's own mode for reading would leave the files of WAL mode behind.
SqlDatabase::SqlDatabase(const std::string& path, SqlAccess access) : path_(path) {
  if (std::error_code none; access == SqlAccess::read && !std::filesystem::exists(path, none))
    throw DataError::no_input(path, "no such file");
  sqlite3* handle = nullptr;
  const bool unchanged = access == SqlAccess::read && is_kept_unchanged(path);
  const int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_FULLMUTEX |
                    (access == SqlAccess::write ? SQLITE_OPEN_CREATE : 0) |
                    (unchanged ? SQLITE_OPEN_URI : 0);
  const std::string file = unchanged ? unchanging_file(path) : path;
  const int code = sqlite3_open_v2(file.c_str(), &handle, flags, nullptr);
  handle_.reset(handle);  // there is one even after a failure
  if (code != SQLITE_OK) refuse_database(path_, code, sqlite3_errstr(code));
  sqlite3_busy_timeout(handle, patience_ms);
  if (access == SqlAccess::read) run("PRAGMA query_only = ON");
}

SqlStatement SqlDatabase::prepare(std::string_view sql) const {
  sqlite3_stmt* statement = nullptr;
  const int code = sqlite3_prepare_v2(handle_.get(), sql.data(), static_cast<int>(sql.size()),
                                      &statement, nullptr);
  if (code != SQLITE_OK) refuse_database(path_, code, sqlite3_errmsg(handle_.get()));
  return {statement, path_};
}

void SqlDatabase::run(std::string_view sql) const { prepare(sql).run(); }

std::int64_t SqlDatabase::integer(std::string_view sql) const {
  SqlStatement statement = prepare(sql);
  return statement.next() ? statement.integer(0) : 0;
}

std::string SqlDatabase::text(std::string_view sql) const {
  SqlStatement statement = prepare(sql);
  return statement.next() ? statement.text(0) : std::string();
}

// SQLite itself does not wait for others who change the mode at the same time, as each of them
// could be waiting for the other; one of them is done soon.
void SqlDatabase::use_write_ahead_log() const {
  using Clock = std::chrono::steady_clock;
  const auto until = Clock::now() + std::chrono::milliseconds(patience_ms);
  for (;;) {
    try {
      return run("PRAGMA journal_mode = WAL");
    } catch (const DataError&) {
      constexpr int without_details = 0xFF;
      if ((sqlite3_errcode(handle_.get()) & without_details) != SQLITE_BUSY || Clock::now() > until)
        throw;
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
}

SqlTransaction::SqlTransaction(const SqlDatabase& database) : database_(database) {
  database_.run("BEGIN IMMEDIATE");
}

SqlTransaction::~SqlTransaction() {
  if (!open_) return;
  try {
    database_.run("ROLLBACK");
  } catch (const Error&) {  // SQLite has rolled back by itself
  }
}

void SqlTransaction::commit() {
  database_.run("COMMIT");
  open_ = false;
}

bool is_sqlite_file(const std::string& path) {
  constexpr std::string_view beginning("SQLite format 3\0", 16);
  std::error_code none;
  if (!std::filesystem::is_regular_file(path, none)) return false;  // what a pipe gave is gone
  std::string found(beginning.size(), '\0');
  std::ifstream file(path, std::ios::binary);
  return file.read(found.data(), static_cast<std::streamsize>(found.size())) && found == beginning;
}

}  // namespace renyi
