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

// Parameters without gaps -> rows of `width`.
std::vector<double> padded(const NetworkLayout& layout, const Vector& parameters) {
  std::vector<double> weights(static_cast<std::size_t>(layout.padded_parameters()), 0.0);
  for (const WeightMatrix& m : layout.matrices())
    for (Index r = 0; r < m.rows; ++r)
      for (Index c = 0; c < m.columns; ++c)
        weights[static_cast<std::size_t>(m.padded_offset + r * m.width + c)] =
            parameters(m.offset + r * m.columns + c);
  return weights;
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
  Index rows = 6;
  Vector parameters = normal(layout.parameters(), 1);
  Matrix inputs = Matrix(rows, layout.shape().inputs);
  std::vector<double> padded_inputs, hidden, outputs;

  explicit Case(const NetworkShape& shape) : layout(shape) {
    fill_normal({.seed = 2}, {}, inputs);
    padded_inputs.assign(static_cast<std::size_t>(rows * layout.input_width()), 0.0);
    for (Index i = 0; i < rows; ++i) {
      double* row = padded_inputs.data() + i * layout.input_width();
      for (Index j = 0; j < inputs.cols(); ++j) row[j] = inputs(i, j);
      row[inputs.cols()] = 1.0;
    }
    hidden.resize(static_cast<std::size_t>(rows * layout.hidden_width()));
    outputs.resize(static_cast<std::size_t>(rows * shape.outputs));
  }
  void forward(const Vector& at) {
    network_forward(layout, padded(layout, at).data(), padded_inputs.data(), rows, hidden.data(),
                    outputs.data());
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
    Case c(shape);
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
    Case c(shape);
    const Vector weights = normal(static_cast<Index>(c.outputs.size()), 3);
    c.forward(c.parameters);
    NetworkScratch<double> scratch;
    scratch.reserve(c.layout, c.rows);
    // Without noise and shrinking, the sums are those of the derivatives.
    const Vector zero = Vector::Zero(c.layout.parameters() + kernels::lane_block);
    Vector slopes = zero, products = zero;
    network_backward(c.layout, padded(c.layout, c.parameters).data(), c.padded_inputs.data(),
                     c.rows, static_cast<const double*>(c.hidden.data()), weights.data(), scratch,
                     kernels::GradientSums<double>{zero.data(), zero.data(), zero.data(), 0.0,
                                                   slopes.data(), products.data()});
    EXPECT_TRUE((products.array() == 0.0).all());
    const Vector gradient = slopes.head(c.layout.parameters());
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
