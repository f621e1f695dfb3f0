// A multi-layer perceptron with one set of weights for many rows: forward, and backward given the
// derivatives of its outputs, by matrix products. What inputs and outputs mean is left to callers.
#pragma once

#include <vector>

#include "renyi/core/aligned_vector.hpp"
#include "renyi/nn/dense_layout.hpp"

namespace renyi {

// The memory of passes over up to `rows` rows, and the passes. One a thread.
template <class T>
class DensePass {
 public:
  // Allocates only where it has to grow.
  void reserve(const DenseLayout& layout, Index rows);

  // parameters: the network's; input: rows x inputs, without gaps. Fills outputs(). The last
  // layer's biases may be left to whoever reads them.
  enum class LastBiases : bool { added, left };
  void forward(const DenseLayout& layout, const T* parameters, const T* input, Index rows,
               LastBiases last = LastBiases::added);

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
  std::vector<AlignedVector<T>> hidden_;
  AlignedVector<T> outputs_;
  AlignedVector<T> slopes_, earlier_slopes_;
};

}  // namespace renyi
