#include "cli/resume.hpp"

#include <gtest/gtest.h>
#include <signal.h>

#include <filesystem>
#include <sstream>

#include "renyi/core/error.hpp"
#include "renyi/core/safetensors.hpp"
#include "tests/support/run_command.hpp"
#include "tests/support/signalled_command.hpp"
#include "tests/support/temporary_folder.hpp"

namespace renyi::cli::resume_test {
namespace {

using testing::TemporaryFolder;

struct Settings {
  std::int64_t units = 3;
  std::vector<double> widths = {0.5, 2.0};

  template <class Self, class Visitor>
  static void describe(Self& self, Visitor&& field) {
    field("units", self.units, "");
    field("widths", self.widths, "");
  }
};

CheckpointIdentity identity(std::uint64_t seed = 1) {
  return checkpoint_identity("test", {.epochs = 9, .seed = seed}, option_texts(Settings{}), "data");
}

TEST(CheckpointFlags, NeedAModelThatIsAFile) {
  const auto refusal = [](const CheckpointFlags& flags, const std::string& model) -> std::string {
    try {
      flags.validate(model);
    } catch (const UsageError& error) {
      return error.what();
    }
    return "";
  };
  EXPECT_EQ(refusal({.resume = true}, "m"), "");
  EXPECT_EQ(refusal({}, ""), "");
  EXPECT_EQ(refusal({.resume = true}, ""),
            "--resume: expected --model FILE, beside which the checkpoint is, found none");
  EXPECT_EQ(refusal({.resume = true}, "/dev/null"),
            "--resume: expected --model FILE, beside which the checkpoint is, found /dev/null, "
            "which is no file");
  EXPECT_EQ(refusal({.checkpoint_every = -1.0}, "m"),
            "--checkpoint-every: expected seconds from 0, found -1");
}

TEST(ProcessFlags, AreHintedAtInOneProcess) {
  std::ostringstream err;
  const CommonOptions common{.err = &err};
  ProcessFlags{}.hint_if_alone(common);
  EXPECT_EQ(err.str(), "");
  ProcessFlags{.fast_reduce = true, .inspect_communication = true}.hint_if_alone(common);
  EXPECT_EQ(err.str(),
            "renyi: --fast-reduce: does nothing in one process; mpirun starts several\n"
            "renyi: --inspect-communication: does nothing in one process; mpirun starts several\n");
}

TEST(CheckpointPath, IsBesideTheModel) {
  EXPECT_EQ(checkpoint_path("a/m.safetensors"), "a/m.safetensors.checkpoint");
  EXPECT_EQ(checkpoint_path(""), "");
  EXPECT_EQ(checkpoint_path("/dev/null"), "");
}

TEST(OptionTexts, HoldEveryField) {
  EXPECT_EQ(option_texts(Settings{}),
            (std::map<std::string, std::string>{{"units", "3"}, {"widths", "0.5,2"}}));
}

const ResumeFlags resumes = {.checkpoint = {.resume = true}};

TEST(ResumableRun, GoesOnWhereTheLastOneEnded) {
  const TemporaryFolder folder;
  const std::string model = folder.path("m");
  std::ostringstream err;
  const CommonOptions common{.err = &err};
  {
    ResumableRun<float> run(resumes, model, identity(), common);
    EXPECT_EQ(err.str(), "renyi: --resume: there is no " + model +
                             ".checkpoint yet; the run starts from the beginning\n");
    EXPECT_EQ(run.state().parameters.size(), 0);
    EXPECT_EQ(run.observers().size(), 3U);
    EXPECT_EQ(run.way_on(), "--resume goes on from " + model + ".checkpoint");
    run.state() = start_at<float>(VectorF::Ones(2));
    run.state().step = run.state().batch = 5;
    run.finish();
  }
  err.str("");
  ResumableRun<float> again(resumes, model, identity(), common);
  EXPECT_EQ(err.str(), "renyi: --resume: 0 of 9 epochs and 5 steps of the next are done\n");
  EXPECT_EQ(again.state().parameters, VectorF::Ones(2));
  err.str("");
  ResumableRun<float> anew({}, model, identity(), common);
  EXPECT_EQ(anew.state().parameters.size(), 0) << "without --resume";
  EXPECT_EQ(err.str(), "renyi: " + model +
                           ".checkpoint, with 0 of 9 epochs of this run, will be written over; "
                           "--resume would go on from it\n");
  err.str("");
  const ResumableRun<float> another({}, model, identity(2), common);
  EXPECT_EQ(err.str(), "renyi: " + model + ".checkpoint, of another run, will be written over\n");
  err.str("");
  folder.file("n.checkpoint", "something else");
  const ResumableRun<float> beside({}, folder.path("n"), identity(), common);
  EXPECT_EQ(err.str(), "");
  EXPECT_THROW(ResumableRun<float>(resumes, model, identity(2), common), DataError);
  EXPECT_THROW(ResumableRun<double>(resumes, model, identity(), common), DataError);
}

TEST(ResumableRun, RemovesWhatAKilledOneLeftOfWritingItsCheckpoint) {
  const TemporaryFolder folder;
  const std::string left = folder.file("m.checkpoint.tmp-0123abcd", "cut off");
  const std::string model = folder.file("m.tmp-0123abcd", "cut off");
  const ResumableRun<float> run({}, folder.path("m"), identity(), {});
  EXPECT_FALSE(std::filesystem::exists(left));
  EXPECT_TRUE(std::filesystem::exists(model)) << "the model's is no checkpoint's";
}

TEST(ResumableRun, LeavesNothingWithoutAModel) {
  ResumableRun<double> run({}, "", identity(), {});
  run.state() = start_at(Vector::Ones(2));
  run.finish();
  EXPECT_EQ(run.observers().size(), 1U) << "interrupts alone";
  EXPECT_EQ(run.way_on(), "");
}

const std::string flats = RENYI_SOURCE_DIR "/examples/flats.csv";

std::vector<std::string> fit_arguments(const std::string& data,
                                       const std::vector<std::string>& more) {
  std::vector<std::string> arguments = {"fit", "bnn", data, "--hidden=10", "--draws=10"};
  arguments.insert(arguments.end(), more.begin(), more.end());
  return arguments;
}

testing::Outcome fit(const std::string& data, const std::vector<std::string>& more) {
  return testing::run_command(fit_arguments(data, more));
}

// All but what the seconds that it took are in.
TensorFile state_in(const std::string& checkpoint) {
  TensorFile file = read_safetensors(checkpoint);
  EXPECT_EQ(file.tensors.erase("seconds"), 1U);
  EXPECT_EQ(file.metadata.erase("checksum"), 1U);
  return file;
}

TEST(ResumedFitBnn, AKilledRunGoesOnToTheSameModel) {
  ::signal(SIGHUP, SIG_DFL);  // these tests may run under nohup
  const TemporaryFolder folder;
  const auto arguments = [&](const std::string& name, bool resume) {
    std::vector<std::string> list = {"--target=rent",
                                     "--epochs=40",
                                     "--validate=0.2",
                                     "--averaging=0.3",
                                     "--backward=one",
                                     "--checkpoint-every=0",
                                     "--model=" + folder.path(name),
                                     "--quiet"};
    if (resume) list.emplace_back("--resume");
    return list;
  };
  ASSERT_EQ(fit(flats, arguments("whole", false)).code, 0);
  const std::string whole = testing::contents(folder.path("whole"));
  for (const auto& [signal, status] : {std::pair(SIGKILL, -1), std::pair(SIGINT, 130),
                                       std::pair(SIGTERM, 143), std::pair(SIGHUP, 129)}) {
    const std::string name = "run" + std::to_string(signal), model = folder.path(name);
    EXPECT_EQ(testing::signalled(signal, model + ".checkpoint",
                                 fit_arguments(flats, arguments(name, false)))
                  .status,
              status);
    EXPECT_EQ(std::filesystem::exists(model), signal != SIGKILL);
    const std::string at_first = testing::contents(model + ".checkpoint");
    const auto outcome = fit(flats, arguments(name, true));
    ASSERT_EQ(outcome.code, 0) << outcome.err;
    EXPECT_EQ(testing::contents(model), whole);
    EXPECT_EQ(state_in(model + ".checkpoint"), state_in(folder.path("whole.checkpoint")));
    EXPECT_NE(testing::contents(model + ".checkpoint"), at_first) << "there was something to do";
  }
}

TEST(ResumedFitBnn, ARunCanBeGoneOnWithForMoreEpochsButNotAsAnother) {
  const TemporaryFolder folder;
  const std::string model = "--model=" + folder.path("m");
  const auto run = [&](const std::vector<std::string>& more) {
    std::vector<std::string> list = {"--target=rent", "--schedule=constant", model};
    list.insert(list.end(), more.begin(), more.end());
    return fit(flats, list);
  };
  const auto first = run({"--epochs=2", "--resume"});
  EXPECT_EQ(first.code, 0);
  EXPECT_NE(first.err.find("the run starts from the beginning"), std::string::npos) << first.err;
  const auto more = run({"--epochs=5", "--resume"});
  EXPECT_EQ(more.code, 0);
  EXPECT_NE(more.err.find("2 of 5 epochs"), std::string::npos) << more.err;
  const std::string grown = testing::contents(folder.path("m"));
  EXPECT_EQ(run({"--epochs=5"}).code, 0);
  EXPECT_EQ(testing::contents(folder.path("m")), grown);

  const auto other = run({"--epochs=5", "--resume", "--seed=2", "--prior-sd=3"});
  EXPECT_EQ(other.code, 65);
  EXPECT_NE(other.err.find("prior-sd '3', seed '2', found one with prior-sd '1', seed '1'"),
            std::string::npos)
      << other.err;
  EXPECT_EQ(run({"--epochs=5", "--resume", "--schedule=cosine"}).code, 65);
  std::string table = testing::contents(flats);
  table.back() = '7';  // in the last number
  table += "\n";
  const auto data = fit(folder.file("other.csv", table),
                        {"--target=rent", "--schedule=constant", model, "--epochs=5", "--resume"});
  EXPECT_EQ(data.code, 65);
  EXPECT_NE(data.err.find("expected a checkpoint of data"), std::string::npos) << data.err;
  EXPECT_EQ(fit(flats, {"--target=rent", "--resume"}).code, 64) << "without --model";
  EXPECT_EQ(testing::contents(folder.path("m")), grown) << "refusals leave the model";
}

TEST(ResumedFitBnn, SaysHowToGoOnAfterAnInterrupt) {
  const TemporaryFolder folder;
  const std::string model = folder.path("m");
  const auto outcome = testing::signalled(
      SIGINT, model + ".checkpoint",
      fit_arguments(flats, {"--target=rent", "--epochs=100000", "--checkpoint-every=0", "--quiet",
                            "--model=" + model}));
  EXPECT_EQ(outcome.err, "renyi: interrupted; the model so far is in " + model +
                             "; --resume goes on from " + model + ".checkpoint\n");
}

}  // namespace
}  // namespace renyi::cli::resume_test
