// A multi-layer perceptron with one set of weights for many rows: forward, and backward given the
// derivatives of its outputs, by matrix products. What inputs and outputs mean is left to callers.
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

// The memory of passes over up to `rows` rows, and the passes. One a thread.
template <class T>
class DensePass {
 public:
  // Allocates only where it has to grow.
  void reserve(const DenseLayout& layout, Index rows);

  // parameters: the network's; input: rows x inputs, without gaps. Fills outputs().
  void forward(const DenseLayout& layout, const T* parameters, const T* input, Index rows);

  // rows x outputs, without gaps. Callers put the derivatives by the outputs there for backward().
  T* outputs() { return outputs_.data(); }
  const T* outputs() const { return outputs_.data(); }

  struct Gradients {
    T* parameters = nullptr;  // added to, unless null
    T* input = nullptr;       // set, unless null: rows x inputs
    bool is_first = false;    // nothing is in parameters yet: they are set
  };
  // After forward() with the same parameters, input and rows; may be called again with other
  // derivatives in outputs().
  void backward(const DenseLayout& layout, const T* parameters, const T* input, Index rows,
                const Gradients& out);

 private:
  std::vector<std::vector<T>> hidden_;
  std::vector<T> outputs_;
  std::vector<T> slopes_, earlier_slopes_;
};

}  // namespace renyi
