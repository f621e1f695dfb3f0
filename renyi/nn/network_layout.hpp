// Where the weights of a multi-layer perceptron stand in one vector of parameters. What they do is
// draw_network.hpp's.
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "renyi/core/named_enum.hpp"
#include "renyi/nn/draw_kernels.hpp"

namespace renyi {

template <>
struct EnumNames<Activation> {
  static constexpr std::string_view what = "activation";
  static constexpr std::array<std::string_view, 3> names = {"relu", "tanh", "softplus"};
};

struct NetworkShape {
  Index inputs = 1;
  std::vector<Index> hidden = {};  // none: a linear model
  Index outputs = 1;
  Activation activation = Activation::relu;
};

// A matrix of weights. Its rows follow one another without gaps in the parameters, at `offset`.
struct WeightMatrix {
  Index rows = 0, columns = 0;
  Index offset = 0;
};

// Hidden layer l has a matrix of (inputs + 1) x units, whose last row is the bias. The outputs have
// one of outputs x (units + 1), whose last column is the bias.
class NetworkLayout {
 public:
  // Throws UsageError unless there are inputs, outputs and units in every layer.
  explicit NetworkLayout(NetworkShape shape);

  const NetworkShape& shape() const { return shape_; }
  // The hidden layers' matrices, then the outputs'.
  const std::vector<WeightMatrix>& matrices() const { return matrices_; }
  const WeightMatrix& output_matrix() const { return matrices_.back(); }
  Index hidden_layers() const { return static_cast<Index>(shape_.hidden.size()); }

  Index parameters() const { return parameters_; }
  // Inputs, or hidden units of all layers together, and for each layer one more that is always 1:
  // the next layer's bias.
  Index input_lines() const { return shape_.inputs + 1; }
  Index hidden_lines() const { return hidden_lines_; }

  // "hidden 1 weight 3,7", "output bias 1"; counts from 1.
  std::string name(Index parameter) const;

 private:
  NetworkShape shape_;
  std::vector<WeightMatrix> matrices_;
  Index parameters_ = 0, hidden_lines_ = 0;
};

}  // namespace renyi
