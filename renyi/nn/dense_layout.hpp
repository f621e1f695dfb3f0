// Where the weights of a multi-layer perceptron with one set of weights for many rows stand in its
// vector of parameters. The passes are dense_network.hpp's.
#pragma once

#include <string>
#include <vector>

#include "renyi/core/matrix.hpp"
#include "renyi/nn/draw_kernels.hpp"

namespace renyi {

struct DenseShape {
  Index inputs = 1;
  std::vector<Index> hidden = {};  // with the activation; none: a linear map
  Index outputs = 1;               // linear
  Activation activation = Activation::tanh;
};

// Weights of inputs x outputs, row after row, and behind them the biases.
struct DenseLayer {
  Index inputs = 0, outputs = 0;
  Index offset = 0;  // of the weights in the network's parameters
  Index biases() const { return offset + inputs * outputs; }
};

class DenseLayout {
 public:
  // Throws UsageError unless there are inputs, outputs and units in every layer.
  explicit DenseLayout(DenseShape shape);

  const DenseShape& shape() const { return shape_; }
  const std::vector<DenseLayer>& layers() const { return layers_; }
  Index parameters() const { return layers_.back().biases() + layers_.back().outputs; }
  // Multiplications and additions of one row: forward, and those of a backward pass that gives the
  // derivatives of the weights and, if asked for, of the inputs.
  double forward_flops() const;
  double backward_flops(bool of_inputs) const;
  // "hidden 1 weight 3,7", "output bias 1"; counts from 1.
  std::string name(Index parameter) const;

 private:
  DenseShape shape_;
  std::vector<DenseLayer> layers_;
};

}  // namespace renyi
