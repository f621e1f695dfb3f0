#include "renyi/nn/draw_network.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "renyi/core/gradient_check.hpp"
#include "renyi/core/random.hpp"

namespace renyi::draw_network_test {
namespace {

Vector normal(Index size, std::uint64_t seed) {
  Vector v(size);
  fill_normal({.seed = seed}, {}, std::span(v.data(), static_cast<std::size_t>(size)));
  return v;
}

double activated(Activation activation, double x) {
  if (activation == Activation::relu) return std::max(x, 0.0);
  return activation == Activation::tanh ? std::tanh(x) : std::log1p(std::exp(x));
}

// The network by its definition, one row.
Vector by_hand(const NetworkLayout& layout, const Vector& parameters, Vector x) {
  for (Index l = 0; l <= layout.hidden_layers(); ++l) {
    const WeightMatrix& m = layout.matrices()[static_cast<std::size_t>(l)];
    const bool output = l == layout.hidden_layers();
    Vector out(output ? m.rows : m.columns);
    for (Index unit = 0; unit < out.size(); ++unit) {
      const auto weight = [&](Index in) {
        return parameters(m.offset + (output ? unit * m.columns + in : in * m.columns + unit));
      };
      double sum = weight(x.size());
      for (Index in = 0; in < x.size(); ++in) sum += weight(in) * x(in);
      out(unit) = output ? sum : activated(layout.shape().activation, sum);
    }
    x = out;
  }
  return x;
}

struct Case {
  NetworkLayout layout;
  Index rows;
  Vector parameters = normal(layout.parameters(), 1);
  Matrix inputs = Matrix(rows, layout.shape().inputs);
  std::vector<double> input_lines, hidden, outputs;

  // What lines hold behind the rows must not count: here it is no zero.
  Case(const NetworkShape& shape, Index rows_) : layout(shape), rows(rows_) {
    fill_normal({.seed = 2}, {}, inputs);
    const Index stride = kernels::padded(rows);
    input_lines.assign(static_cast<std::size_t>(layout.input_lines() * stride), 7.0);
    for (Index j = 0; j < layout.input_lines(); ++j)
      for (Index i = 0; i < rows; ++i)
        input_lines[static_cast<std::size_t>(j * stride + i)] =
            j < inputs.cols() ? inputs(i, j) : 1.0;
    hidden.resize(static_cast<std::size_t>(layout.hidden_lines() * stride));
    outputs.resize(static_cast<std::size_t>(rows * shape.outputs));
  }
  void forward(const Vector& at) {
    network_forward(layout, at.data(), input_lines.data(), rows, hidden.data(), outputs.data());
  }
};

std::vector<NetworkShape> shapes() {
  std::vector<NetworkShape> list = {{.inputs = 3, .hidden = {}, .outputs = 2}};
  for (const Activation activation : {Activation::relu, Activation::tanh, Activation::softplus})
    for (const auto& hidden : std::vector<std::vector<Index>>{{1}, {8}, {5, 17}, {7, 24, 2}})
      for (const Index outputs : {1, 3})
        list.push_back(
            {.inputs = 9, .hidden = hidden, .outputs = outputs, .activation = activation});
  return list;
}

TEST(DrawNetwork, ForwardIsTheDefinition) {
  for (const NetworkShape& shape : shapes()) {
    Case c(shape, 19);
    c.forward(c.parameters);
    for (Index i = 0; i < c.rows; ++i) {
      const Vector expected = by_hand(c.layout, c.parameters, c.inputs.row(i));
      for (Index o = 0; o < shape.outputs; ++o)
        EXPECT_NEAR(c.outputs[static_cast<std::size_t>(i * shape.outputs + o)], expected(o),
                    1e-12 * (1.0 + std::abs(expected(o))));
    }
  }
}

TEST(DrawNetwork, BackwardEqualsFiniteDifferences) {
  for (const NetworkShape& shape : shapes()) {
    Case c(shape, 6);
    const Vector weights = normal(static_cast<Index>(c.outputs.size()), 3);
    c.forward(c.parameters);
    NetworkScratch<double> scratch;
    scratch.reserve(c.layout, c.rows);
    Vector gradient(c.layout.parameters());
    network_backward(c.layout, c.parameters.data(), c.input_lines.data(), c.rows,
                     static_cast<const double*>(c.hidden.data()), weights.data(), scratch,
                     gradient.data());
    const auto check = check_gradient(
        [&](const Vector& at) {
          c.forward(at);
          return weights.dot(Eigen::Map<const Vector>(c.outputs.data(), weights.size()));
        },
        c.parameters, gradient);
    EXPECT_TRUE(check.passed) << check.to_string() << ' ' << c.layout.name(check.worst);
  }
}

}  // namespace
}  // namespace renyi::draw_network_test
