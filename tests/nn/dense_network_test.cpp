#include "renyi/nn/dense_network.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "renyi/core/gradient_check.hpp"
#include "tests/nn/guarded.hpp"

namespace renyi::dense_network_test {
namespace {

using test::Guarded;
using test::normal_numbers;

double activated(Activation activation, double x) {
  if (activation == Activation::relu) return std::max(x, 0.0);
  return activation == Activation::tanh ? std::tanh(x) : std::log1p(std::exp(x));
}

// The network by its definition, one row. Weights are read one after another.
std::vector<double> by_hand(const DenseShape& shape, const double* parameters,
                            std::vector<double> x) {
  std::vector<Index> widths = shape.hidden;
  widths.push_back(shape.outputs);
  for (std::size_t l = 0; l < widths.size(); ++l) {
    std::vector<double> out(static_cast<std::size_t>(widths[l]), 0.0);
    for (const double from : x)
      for (double& to : out) to += from * *parameters++;
    for (double& to : out) {
      to += *parameters++;
      if (l + 1 < widths.size()) to = activated(shape.activation, to);
    }
    x = out;
  }
  return x;
}

std::vector<DenseShape> shapes() {
  std::vector<DenseShape> list = {{.inputs = 3, .hidden = {}, .outputs = 2},
                                  {.inputs = 1, .hidden = {}, .outputs = 1}};
  for (const Activation activation : {Activation::relu, Activation::tanh, Activation::softplus})
    for (const auto& hidden : std::vector<std::vector<Index>>{{1}, {9}, {5, 17}, {7, 24, 2}})
      for (const Index outputs : {1, 6})
        list.push_back(
            {.inputs = 9, .hidden = hidden, .outputs = outputs, .activation = activation});
  return list;
}

// A network at some parameters, some rows of inputs, and derivatives by the outputs.
struct Case {
  DenseLayout layout;
  Index rows = 7;
  Vector parameters = normal_numbers(layout.parameters(), 1) / std::sqrt(5.0);
  Vector inputs = normal_numbers(rows * layout.shape().inputs, 2);
  Vector factors = normal_numbers(rows * layout.shape().outputs, 3);

  explicit Case(const DenseShape& shape) : layout(shape) {
    // Numbers that float holds too.
    parameters = parameters.cast<float>().cast<double>().eval();
  }
  // Row after row.
  Vector expected(const Vector& at, const Vector& input) const {
    Vector all(factors.size());
    const Index width = layout.shape().inputs;
    for (Index r = 0; r < rows; ++r) {
      const double* row = input.data() + r * width;
      const std::vector<double> out =
          by_hand(layout.shape(), at.data(), std::vector<double>(row, row + width));
      std::copy(out.begin(), out.end(), all.data() + r * layout.shape().outputs);
    }
    return all;
  }
};

// A pass with numbers behind everything that it may write to.
template <class T>
struct NetworkRun {
  const Case& c;
  Guarded<T> parameters{c.parameters}, inputs{c.inputs};
  DensePass<T> pass;

  explicit NetworkRun(const Case& of) : c(of) {
    pass.reserve(c.layout, c.rows);
    pass.forward(c.layout, parameters.data(), inputs.data(), c.rows);
  }
  Vector outputs() const {
    return Eigen::Map<const Eigen::Matrix<T, Eigen::Dynamic, 1>>(pass.outputs(), c.factors.size())
        .template cast<double>();
  }
  void backward(T* by_parameters, T* by_input, bool is_first) {
    std::copy(c.factors.begin(), c.factors.end(), pass.outputs());
    pass.backward(c.layout, parameters.data(), inputs.data(), c.rows,
                  {by_parameters, by_input, is_first});
  }
};

struct Gradients {
  Vector parameters, inputs;
};
template <class T>
Gradients gradients(const Case& c) {
  NetworkRun<T> run(c);
  const Vector nothing = Vector::Constant(c.parameters.size(), std::nan(""));  // is not read
  Guarded<T> parameters(nothing), inputs(c.inputs);
  run.backward(parameters.data(), inputs.data(), true);
  EXPECT_TRUE(parameters.is_intact() && inputs.is_intact());
  return {parameters.numbers(), inputs.numbers()};
}

TEST(DenseNetwork, ForwardIsTheDefinition) {
  for (const DenseShape& shape : shapes()) {
    const Case c(shape);
    const Vector expected = c.expected(c.parameters, c.inputs);
    EXPECT_LT((NetworkRun<double>(c).outputs() - expected).norm(), 1e-13 * expected.norm());
    EXPECT_LT((NetworkRun<float>(c).outputs() - expected).norm(), 1e-6 * expected.norm());
  }
}

TEST(DenseNetwork, TheLastBiasesMayBeLeftToOthers) {
  for (const DenseShape& shape : shapes()) {
    const Case c(shape);
    NetworkRun<double> run(c);
    const Vector whole = run.outputs();
    run.pass.forward(c.layout, run.parameters.data(), run.inputs.data(), c.rows,
                     DensePass<double>::LastBiases::left);
    Vector left = run.outputs();
    const Index biases = c.layout.layers().back().biases();
    for (Index i = 0; i < left.size(); ++i) left(i) += c.parameters(biases + i % shape.outputs);
    EXPECT_EQ(left, whole);
  }
}

TEST(DenseNetwork, BackwardEqualsFiniteDifferences) {
  for (const DenseShape& shape : shapes()) {
    const Case c(shape);
    const auto [by_parameters, by_inputs] = gradients<double>(c);
    const auto of_parameters =
        check_gradient([&](const Vector& at) { return c.factors.dot(c.expected(at, c.inputs)); },
                       c.parameters, by_parameters);
    EXPECT_TRUE(of_parameters.passed) << of_parameters.to_string();
    const auto of_inputs = check_gradient(
        [&](const Vector& at) { return c.factors.dot(c.expected(c.parameters, at)); }, c.inputs,
        by_inputs);
    EXPECT_TRUE(of_inputs.passed) << of_inputs.to_string();
  }
}

TEST(DenseNetwork, BackwardInSinglePrecisionIsThatInDouble) {
  for (const DenseShape& shape : shapes()) {
    const Case c(shape);
    const Gradients found = gradients<float>(c), exact = gradients<double>(c);
    EXPECT_LT((found.parameters - exact.parameters).norm(), 1e-5 * exact.parameters.norm());
    EXPECT_LT((found.inputs - exact.inputs).norm(), 1e-5 * exact.inputs.norm());
  }
}

template <class T>
class DensePasses : public ::testing::Test {};
using Precisions = ::testing::Types<float, double>;
TYPED_TEST_SUITE(DensePasses, Precisions);

TYPED_TEST(DensePasses, AddToTheGradientUnlessTheyAreTheFirst) {
  const double unit = std::numeric_limits<TypeParam>::epsilon();
  for (const DenseShape& shape : shapes()) {
    const Case c(shape);
    const Vector once = gradients<TypeParam>(c).parameters;
    const Vector start = normal_numbers(once.size(), 4);
    Guarded<TypeParam> sums(start);
    NetworkRun<TypeParam> run(c);
    run.backward(sums.data(), nullptr, false);
    EXPECT_LT((sums.numbers() - start - once).norm(), 10.0 * unit * (start.norm() + once.norm()));
    run.backward(sums.data(), nullptr, false);  // what backward() needs is still there
    EXPECT_LT((sums.numbers() - start - 2.0 * once).norm(),
              20.0 * unit * (start.norm() + once.norm()));
    run.backward(sums.data(), nullptr, true);
    EXPECT_EQ(sums.numbers(), once);
    EXPECT_TRUE(sums.is_intact());
  }
}

TYPED_TEST(DensePasses, LeaveOutWhatIsNotAskedFor) {
  for (const DenseShape& shape : shapes()) {
    const Case c(shape);
    const Gradients both = gradients<TypeParam>(c);
    Guarded<TypeParam> parameters(c.parameters), inputs(c.inputs);
    NetworkRun<TypeParam> run(c);
    run.backward(nullptr, inputs.data(), false);
    EXPECT_EQ(inputs.numbers(), both.inputs);
    run.backward(parameters.data(), nullptr, true);
    EXPECT_EQ(parameters.numbers(), both.parameters);
    run.backward(nullptr, nullptr, true);
    EXPECT_TRUE(run.parameters.is_intact() && run.inputs.is_intact());
    EXPECT_EQ(run.parameters.numbers(), c.parameters);
    EXPECT_EQ(run.inputs.numbers(), c.inputs);
  }
}

// One pass serves networks and batches of several sizes, as it is found.
TYPED_TEST(DensePasses, DoNotRememberOtherNetworks) {
  const Case wide({.inputs = 9, .hidden = {30, 4, 12}, .outputs = 8}), narrow(shapes().back());
  NetworkRun<TypeParam> fresh(narrow), used(wide);
  used.pass.reserve(narrow.layout, narrow.rows);
  used.pass.forward(narrow.layout, fresh.parameters.data(), fresh.inputs.data(), narrow.rows);
  for (Index i = 0; i < narrow.factors.size(); ++i)
    EXPECT_EQ(used.pass.outputs()[i], fresh.pass.outputs()[i]);
  std::copy(narrow.factors.begin(), narrow.factors.end(), used.pass.outputs());
  Guarded<TypeParam> found(narrow.parameters);
  used.pass.backward(narrow.layout, fresh.parameters.data(), fresh.inputs.data(), narrow.rows,
                     {found.data(), nullptr, true});
  EXPECT_EQ(found.numbers(), gradients<TypeParam>(narrow).parameters);
}

}  // namespace
}  // namespace renyi::dense_network_test
