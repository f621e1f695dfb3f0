#include "renyi/data/sqlite.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmath>
#include <limits>

#include "renyi/core/error.hpp"
#include "tests/support/child_process.hpp"
#include "tests/support/temporary_folder.hpp"

namespace renyi::sqlite_test {
namespace {

using testing::TemporaryFolder;

TEST(SqlDatabase, RefusesAFileThatIsNone) {
  const TemporaryFolder folder;
  const std::string path = folder.file("notes.txt", std::string(5000, 'x'));
  const SqlDatabase database(path);
  try {
    database.integer("SELECT count(*) FROM sqlite_schema");
    FAIL();
  } catch (const DataError& error) {
    EXPECT_EQ(error.exit_code(), ExitCode::data);
    EXPECT_EQ(error.place().file, path);
  }
}

// What is said of a database that cannot be written to, from behind its name.
std::string refusal(const std::string& path) {
  try {
    const SqlDatabase database(path);
    database.use_write_ahead_log();
    database.run("CREATE TABLE more (value INTEGER)");
  } catch (const DataError& error) {
    EXPECT_EQ(error.exit_code(), ExitCode::input_output);
    EXPECT_EQ(error.place().file, path);
    return std::string(error.what()).substr(path.size());
  }
  return "none";
}

TEST(SqlDatabase, NamesAFileThatCannotBeMadeAndWhy) {
  const TemporaryFolder folder;
  EXPECT_EQ(refusal(folder.path("none/results.db")), ": there is no folder " + folder.path("none"));
  EXPECT_EQ(refusal(folder.path()), ": it is a folder");
}

TEST(SqlDatabase, SaysWhatMayNotBeWritten) {
  const TemporaryFolder folder;
  const std::string old = folder.path("old.db");
  SqlDatabase(old).run("CREATE TABLE numbers (value INTEGER)");
  ASSERT_EQ(::chmod(old.c_str(), 0444), 0);
  ASSERT_EQ(::chmod(folder.path().c_str(), 0555), 0);
  const int status = testing::in_child([&] {
    constexpr uid_t nobody = 65534;
    if (::geteuid() == 0 && ::setuid(nobody) != 0) return 1;  // root may write everywhere
    if (refusal(old) != ": it cannot be read and written: Permission denied") return 2;
    if (refusal(folder.path("new.db")) !=
        ": files cannot be made in the folder " + folder.path() + ": Permission denied")
      return 3;
    return 0;
  });
  ASSERT_EQ(::chmod(folder.path().c_str(), 0755), 0);
  EXPECT_EQ(status, 0);
}

TEST(SqlDatabase, ToReadMakesNothingAndChangesNothing) {
  const TemporaryFolder folder;
  const std::string path = folder.path("numbers.db");
  try {
    const SqlDatabase none(path, SqlAccess::read);
    FAIL();
  } catch (const DataError& error) {
    EXPECT_EQ(error.exit_code(), ExitCode::no_input);
  }
  EXPECT_EQ(folder.files(), 0U);
  {
    const SqlDatabase database(path);
    database.run("PRAGMA journal_mode = WAL");
    database.run("CREATE TABLE numbers (value INTEGER)");
  }
  const std::string before = testing::contents(path);
  {
    const SqlDatabase database(path, SqlAccess::read);
    EXPECT_EQ(database.integer("SELECT count(*) FROM numbers"), 0);
    EXPECT_THROW(database.run("INSERT INTO numbers VALUES (1)"), DataError);
  }
  EXPECT_EQ(testing::contents(path), before);
  EXPECT_EQ(folder.files(), 1U) << "no files of WAL mode";
}

// As somebody else's results are, in a folder that we may write to or not.
TEST(SqlDatabase, IsReadWhereItMayNotBeWritten) {
  for (const mode_t rights : {0555, 0777}) {
    const TemporaryFolder folder;
    const std::string path = folder.path("100%#?.db");
    {
      const SqlDatabase database(path);
      database.run("PRAGMA journal_mode = WAL");
      database.run("CREATE TABLE numbers (value INTEGER)");
      database.run("INSERT INTO numbers VALUES (7)");
    }
    ASSERT_EQ(::chmod(path.c_str(), 0444), 0);
    ASSERT_EQ(::chmod(folder.path().c_str(), rights), 0);
    const int status = testing::in_child([&] {
      constexpr uid_t nobody = 65534;
      if (::geteuid() == 0 && ::setuid(nobody) != 0) return 1;  // root may write everywhere
      return static_cast<int>(
          SqlDatabase(path, SqlAccess::read).integer("SELECT value FROM numbers"));
    });
    ASSERT_EQ(::chmod(folder.path().c_str(), 0755), 0);
    EXPECT_EQ(status, 7);
    EXPECT_EQ(folder.files(), 1U) << "no files of WAL mode";
  }
}

TEST(SqliteFile, IsToldByItsBeginning) {
  const TemporaryFolder folder;
  SqlDatabase(folder.path("numbers.db")).run("CREATE TABLE numbers (value INTEGER)");
  EXPECT_TRUE(is_sqlite_file(folder.path("numbers.db")));
  EXPECT_FALSE(is_sqlite_file(folder.file("text", "SQLite format 4, or so it says")));
  EXPECT_FALSE(is_sqlite_file(folder.file("short", "SQLite")));
  EXPECT_FALSE(is_sqlite_file(folder.path()));
  EXPECT_FALSE(is_sqlite_file(folder.path("none")));
}

TEST(SqlTransaction, IsAllOrNothing) {
  const SqlDatabase database(":memory:");
  database.run("CREATE TABLE numbers (value INTEGER)");
  {
    const SqlTransaction forgotten(database);
    database.run("INSERT INTO numbers VALUES (1)");
  }
  EXPECT_EQ(database.integer("SELECT count(*) FROM numbers"), 0);
  SqlTransaction kept(database);
  database.run("INSERT INTO numbers VALUES (2)");
  kept.commit();
  EXPECT_EQ(database.integer("SELECT value FROM numbers"), 2);
}

// Whatever the text: quotes, zero bytes, SQL.
RC_GTEST_PROP(SqlStatement, GivesBackWhatWasBound,
              (const std::string& text, std::int64_t integer, double real)) {
  const SqlDatabase database(":memory:");
  SqlStatement statement = database.prepare("SELECT ?1, ?2, ?3");
  statement.bind(1, text).bind(2, integer).bind(3, real);
  RC_ASSERT(statement.next());
  RC_ASSERT(statement.text(0) == text);
  RC_ASSERT(statement.integer(1) == integer);
  RC_ASSERT(statement.real(2) == real || std::isnan(real));
  RC_ASSERT(!statement.next());
}

TEST(SqlStatement, MayBeRunAgainWithOtherValues) {
  const SqlDatabase database(":memory:");
  database.run("CREATE TABLE numbers (value INTEGER)");
  SqlStatement insert = database.prepare("INSERT INTO numbers VALUES (?1)");
  for (const std::int64_t value : {1, 10, 100}) insert.bind(1, value).run();
  EXPECT_EQ(database.integer("SELECT sum(value) FROM numbers"), 111);
}

TEST(SqlStatement, KeepsInfinityAndNan) {
  const SqlDatabase database(":memory:");
  constexpr double infinity = std::numeric_limits<double>::infinity();
  SqlStatement statement = database.prepare("SELECT ?1, ?2");
  statement.bind(1, -infinity).bind(2, std::nan(""));
  ASSERT_TRUE(statement.next());
  EXPECT_EQ(statement.real(0), -infinity);
  EXPECT_TRUE(std::isnan(statement.real(1)));
}

}  // namespace
}  // namespace renyi::sqlite_test
