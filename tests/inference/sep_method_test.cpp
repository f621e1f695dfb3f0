#include "renyi/inference/sep_method.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace renyi::sep_method_test {
namespace {

class Still final : public SepMethod {
 public:
  bool step(std::span<const Index> /*rows*/, double /*step*/) override { return false; }
  void start_average() override {}
  void take_average() override {}
  Vector mean() const override { return Vector::Zero(2); }
  Matrix covariance() const override { return Matrix{{4.0, 1.0}, {1.0, 9.0}}; }
  double log_evidence(Communicator* /*others*/) const override { return 0.0; }
  std::int64_t site_numbers() const override { return 5; }
  void write_factors(std::span<double> /*out*/) const override {}
  void set_others(std::span<const double> /*factors*/) override {}
  void archive(StateArchive& /*archive*/) override {}
};

TEST(SepMethod, SdIsTheRootOfTheVariances) { EXPECT_EQ(Still().sd(), (Vector{{2.0, 3.0}})); }

// Writes down what it is asked for.
class Listener final : public SepMethod {
 public:
  bool step(std::span<const Index> rows, double step) override {
    sizes.push_back(std::ssize(rows));
    steps_taken.push_back(step);
    return rows.front() != 2;
  }
  void expect(std::span<const Index> rows) override { expected.push_back(std::ssize(rows)); }
  void start_average() override {}
  void take_average() override {}
  Vector mean() const override { return Vector::Zero(1); }
  Matrix covariance() const override { return Matrix::Identity(1, 1); }
  double log_evidence(Communicator* /*others*/) const override { return 0.0; }
  std::int64_t site_numbers() const override { return 2; }
  void write_factors(std::span<double> /*out*/) const override {}
  void set_others(std::span<const double> /*factors*/) override {}
  void archive(StateArchive& /*archive*/) override {}

  std::vector<Index> sizes, expected;
  std::vector<double> steps_taken;
};

TEST(SepMethod, ManyStepsAreBatchesOneAfterAnother) {
  Listener listener;
  const std::vector<Index> rows = {0, 1, 2, 3, 4};
  EXPECT_EQ(listener.steps(rows, 2, 0.6), 1) << "the one that was false";
  EXPECT_EQ(listener.sizes, (std::vector<Index>{2, 2, 1}));
  EXPECT_EQ(listener.expected, (std::vector<Index>{2, 1, 0}));
  EXPECT_EQ(listener.steps_taken, (std::vector<double>{1.0, 1.0, 0.6}));
}

}  // namespace
}  // namespace renyi::sep_method_test
