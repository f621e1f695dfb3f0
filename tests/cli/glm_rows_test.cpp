#include "cli/glm_rows.hpp"

#include <gtest/gtest.h>

#include <cstdlib>

#include "renyi/core/error.hpp"
#include "renyi/inference/shared_rows.hpp"
#include "tests/core/thread_communicator.hpp"
#include "tests/support/temporary_folder.hpp"

namespace renyi::cli::glm_rows_test {
namespace {

using renyi::testing::as_processes;

class GlmRowsTest : public ::testing::Test {
 protected:
  GlmRowsTest() { ::setenv("XDG_CACHE_HOME", folder_.path("cache").c_str(), 1); }
  ~GlmRowsTest() override { ::unsetenv("XDG_CACHE_HOME"); }

  // Of a table with a column of words and one of numbers.
  GlmFlags flags(const std::string& content) {
    GlmFlags flags;
    flags.table.data = folder_.file("t.csv", content);
    flags.encoding.target = "y";
    return flags;
  }

 private:
  renyi::testing::TemporaryFolder folder_;
};

const std::string visits =
    "x,colour,y\n1,red,0\n2,blue,3\n4,red,1\n8,green,2\n-1,blue,5\n0.5,red,1\n7,green,0\n";

TEST_F(GlmRowsTest, AreTheSameFromACopyOnDisk) {
  GlmFlags asked = flags(visits);
  const GlmRows in_memory = read_glm_rows(GlmFamily::poisson, asked, nullptr);
  asked.stream = true;
  const GlmRows streamed = read_glm_rows(GlmFamily::poisson, asked, nullptr);
  EXPECT_EQ(in_memory.rows, 7);
  EXPECT_EQ(in_memory.problem.dimension(), 5);
  EXPECT_EQ(streamed.rows, 7);
  EXPECT_EQ(streamed.problem.design, in_memory.problem.design);
  EXPECT_EQ(streamed.problem.targets, in_memory.problem.targets);
  EXPECT_EQ(streamed.source.fingerprint, in_memory.source.fingerprint);
  EXPECT_EQ(streamed.encoding.design_names(), in_memory.encoding.design_names());
}

// Whatever the method's way to share them out.
TEST_F(GlmRowsTest, AProcessHasItsOwnAlone) {
  GlmFlags asked = flags(visits);
  const GlmProblem all = read_glm_rows(GlmFamily::poisson, asked, nullptr).problem;
  for (const GlmMethod method : {GlmMethod::sep, GlmMethod::vr, GlmMethod::ep})
    for (const bool stream : {false, true})
      as_processes(3, [&](Communicator& others) {
        GlmFlags here = asked;
        here.method = method;
        here.stream = stream;
        const GlmRows rows = read_glm_rows(GlmFamily::poisson, here, &others);
        const Share share = here.rows_here(7, &others);
        EXPECT_EQ(share.size() == 7, method == GlmMethod::ep);
        EXPECT_EQ(rows.rows, 7);
        EXPECT_EQ(rows.problem.design, all.part(share.begin, share.end).design);
        EXPECT_EQ(rows.problem.targets, all.part(share.begin, share.end).targets);
      });
}

TEST_F(GlmRowsTest, EveryProcessRefusesWhatOneWould) {
  GlmFlags asked = flags("x,y\n1,0\n2,3\n4,1\n8,-2\n");
  asked.method = GlmMethod::sep;
  for (const bool stream : {false, true})
    as_processes(2, [&](Communicator& others) {
      GlmFlags here = asked;
      here.stream = stream;
      try {
        read_glm_rows(GlmFamily::poisson, here, &others);
        ADD_FAILURE() << "a negative count";
      } catch (const DataError& error) {
        EXPECT_NE(std::string(error.what()).find("line 5, column 2: expected a count"),
                  std::string::npos)
            << error.what();
      }
    });
}

TEST_F(GlmRowsTest, AreAsManyAsProcessesAtLeast) {
  GlmFlags asked = flags("x,y\n1,0\n2,3\n");
  asked.method = GlmMethod::sep;
  as_processes(3, [&](Communicator& others) {
    EXPECT_THROW(read_glm_rows(GlmFamily::poisson, asked, &others), UsageError);
  });
}

}  // namespace
}  // namespace renyi::cli::glm_rows_test
