// SQLite's handles as C++ objects: a database, a prepared statement, a transaction. What is stored
// is others'.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

struct sqlite3;
struct sqlite3_stmt;

namespace renyi {

// One row after another. Values are bound, never written into the text. Parameters count from 1,
// columns from 0.
class SqlStatement {
 public:
  SqlStatement& bind(int parameter, std::string_view text);
  SqlStatement& bind(int parameter, std::int64_t value);
  SqlStatement& bind(int parameter, double value);  // NaN becomes NULL

  bool next();  // to the first or next row; false after the last
  void run();   // to the end; then it may be bound and run again
  std::string text(int column) const;
  std::int64_t integer(int column) const;
  double real(int column) const;  // NaN for NULL

 private:
  friend class SqlDatabase;
  struct Finalise {
    void operator()(sqlite3_stmt* statement) const;
  };
  SqlStatement(sqlite3_stmt* statement, std::string path)
      : statement_(statement), path_(std::move(path)) {}
  void check(int code) const;

  std::unique_ptr<sqlite3_stmt, Finalise> statement_;
  std::string path_;
};

// `read` makes no file and writes nothing.
enum class SqlAccess : std::uint8_t { write, read };

// One thread at a time; several databases may be one file. Waits up to `patience_ms` for the locks
// of others. Failures are DataError: a file that is no database, or a damaged one, with exit code
// 65, one that is not there to be read with 66, all else with 74.
class SqlDatabase {
 public:
  static constexpr int patience_ms = 20000;

  // To write, the file is made if it does not exist, in a folder that does; to read, it must exist.
  explicit SqlDatabase(const std::string& path, SqlAccess access = SqlAccess::write);

  const std::string& path() const { return path_; }
  SqlStatement prepare(std::string_view sql) const;
  void run(std::string_view sql) const;              // one statement, whatever it gives
  std::int64_t integer(std::string_view sql) const;  // the first value of the first row
  std::string text(std::string_view sql) const;      // likewise
  // To the mode in which readers and a writer do not wait for each other.
  void use_write_ahead_log() const;

 private:
  struct Close {
    void operator()(sqlite3* handle) const;
  };
  std::string path_;
  std::unique_ptr<sqlite3, Close> handle_;
};

// All or nothing: rolled back unless committed. Takes the lock for writing at once, so that two
// writers wait for each other instead of failing.
class SqlTransaction {
 public:
  explicit SqlTransaction(const SqlDatabase& database);
  SqlTransaction(const SqlTransaction&) = delete;
  SqlTransaction& operator=(const SqlTransaction&) = delete;
  ~SqlTransaction();
  void commit();

 private:
  const SqlDatabase& database_;
  bool open_ = true;
};

// Whether a file begins as SQLite's do; false where it cannot be read.
bool is_sqlite_file(const std::string& path);

}  // namespace renyi
