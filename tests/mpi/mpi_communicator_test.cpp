// The tool under mpirun: the same files and the same output as without it.
#include "renyi/mpi/mpi_communicator.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <sys/wait.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>

namespace renyi::mpi_communicator_test {
namespace {

namespace fs = std::filesystem;

std::string contents(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

class UnderMpirun : public ::testing::Test {
 protected:
  UnderMpirun() {
    std::string name = (fs::temp_directory_path() / "renyi-mpi-XXXXXX").string();
    folder_ = ::mkdtemp(name.data());
    // More processes than cores, and as anybody: on a test's machine both are meant.
    ::setenv("OMPI_ALLOW_RUN_AS_ROOT", "1", 1);
    ::setenv("OMPI_ALLOW_RUN_AS_ROOT_CONFIRM", "1", 1);
    ::setenv("OMPI_MCA_rmaps_base_oversubscribe", "1", 1);
    ::setenv("OMPI_MCA_mpi_yield_when_idle", "1", 1);
  }
  ~UnderMpirun() override { fs::remove_all(folder_); }
  UnderMpirun(const UnderMpirun&) = delete;
  UnderMpirun& operator=(const UnderMpirun&) = delete;

  std::string path(const std::string& name) const { return (fs::path(folder_) / name).string(); }

  // The exit code of the tool in so many processes, 0: without mpirun. Its output is in `out`.
  int run(int processes, const std::string& arguments) {
    const std::string before =
        processes == 0 ? "" : fmt::format("{} -n {} ", RENYI_MPIRUN, processes);
    const int status = std::system(
        fmt::format("{}{} {} > {} 2> {}", before, RENYI_BINARY, arguments, path("out"), path("err"))
            .c_str());
    out = contents(path("out"));
    err = contents(path("err"));
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  }

  std::string out, err;

 private:
  std::string folder_;
};

const std::string examples = std::string(RENYI_SOURCE_DIR) + "/examples/";

TEST_F(UnderMpirun, FitsHaveTheSameBits) {
  for (const std::string& fit :
       {"fit bnn " + examples + "flats.csv --target rent --epochs 3 --draws 12",
        "fit vae " + examples + "shapes.gz --epochs 1 --draws 2 --validate 0.2"}) {
    std::string expected, printed;
    for (const int processes : {0, 1, 2, 3}) {
      ASSERT_EQ(run(processes, fit + " --quiet --threads 1 --model " + path("model")), 0) << err;
      const std::string model = contents(path("model"));
      if (processes == 0) {
        expected = model;
        ASSERT_FALSE(expected.empty());
      }
      EXPECT_EQ(model, expected) << fit << " in " << processes << " processes";
      fs::remove(path("model"));
    }
  }
}

TEST_F(UnderMpirun, ScoresAreThoseOfOneProcess) {
  ASSERT_EQ(run(0, "fit vae " + examples + "shapes.gz --epochs 1 --quiet --model " + path("m")), 0);
  const std::string evaluate =
      "evaluate " + path("m") + " " + examples + "shapes_test.gz --draws 50 --quiet";
  ASSERT_EQ(run(0, evaluate), 0);
  const std::string expected = out;
  ASSERT_EQ(run(3, evaluate), 0) << err;
  EXPECT_EQ(out, expected);
}

TEST_F(UnderMpirun, GoesOnInAnotherNumberOfProcesses) {
  const std::string fit = "fit bnn " + examples + "flats.csv --target rent --draws 12 --quiet ";
  ASSERT_EQ(run(0, fit + "--epochs 6 --schedule constant --model " + path("whole")), 0) << err;
  ASSERT_EQ(run(3, fit + "--epochs 2 --schedule constant --model " + path("m")), 0) << err;
  ASSERT_EQ(run(2, fit + "--epochs 6 --schedule constant --resume --model " + path("m")), 0) << err;
  EXPECT_EQ(contents(path("m")), contents(path("whole")));
}

TEST_F(UnderMpirun, AnErrorOfAllIsSaidOnce) {
  EXPECT_EQ(run(2, "fit bnn " + path("nothing.csv") + " --target rent"), 66);
  const std::string said = path("nothing.csv") + ": No such file or directory";
  const std::size_t first = err.find(said);
  ASSERT_NE(first, std::string::npos) << err;
  EXPECT_EQ(err.find(said, first + 1), std::string::npos) << err;
}

TEST_F(UnderMpirun, OneProcessDoesWhatCannotBeShared) {
  ASSERT_EQ(
      run(0,
          "divergence --p '{\"poisson\":{\"rate\":3}}' --q '{\"poisson\":{\"rate\":4}}' --quiet"),
      0)
      << err;
  const std::string expected = out;
  ASSERT_EQ(
      run(2,
          "divergence --p '{\"poisson\":{\"rate\":3}}' --q '{\"poisson\":{\"rate\":4}}' --quiet"),
      0)
      << err;
  EXPECT_EQ(out, expected);
}

}  // namespace
}  // namespace renyi::mpi_communicator_test
