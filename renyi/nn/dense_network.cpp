#include "renyi/nn/dense_network.hpp"

#include <algorithm>
#include <optional>

#include "renyi/core/grow.hpp"
#include "renyi/core/matmul.hpp"
#include "renyi/nn/dense_kernels.hpp"

namespace renyi {
namespace {

template <class T>
using RowMajor = Eigen::Matrix<T, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
template <class T>
using RowMap = Eigen::Map<RowMajor<T>>;
template <class T>
using ConstRowMap = Eigen::Map<const RowMajor<T>>;

// c = a b, c = a b^T and c = a^T b + keep c.
void multiply(const ConstRowMap<float>& a, const ConstRowMap<float>& b, const RowMap<float>& c) {
  matmul_whole(a, b, c);
}
void multiply_transposed(const ConstRowMap<float>& a, const ConstRowMap<float>& b,
                         const RowMap<float>& c) {
  matmul_whole(a, transposed(b), c);
}
void add_transposed_product(const ConstRowMap<float>& a, const ConstRowMap<float>& b, bool keep,
                            const RowMap<float>& c) {
  matmul_whole(transposed(a), b, c, 1.0f, keep ? 1.0f : 0.0f);
}
void multiply(const ConstRowMap<double>& a, const ConstRowMap<double>& b, const RowMap<double>& c) {
  RowMap<double>(c).noalias() = a * b;
}
void multiply_transposed(const ConstRowMap<double>& a, const ConstRowMap<double>& b,
                         const RowMap<double>& c) {
  RowMap<double>(c).noalias() = a * b.transpose();
}
void add_transposed_product(const ConstRowMap<double>& a, const ConstRowMap<double>& b, bool keep,
                            const RowMap<double>& c) {
  RowMap<double> out(c);
  if (!keep) out.setZero();
  out.noalias() += a.transpose() * b;
}

}  // namespace

template <class T>
void DensePass<T>::reserve(const DenseLayout& layout, Index rows) {
  const auto& layers = layout.layers();
  hidden_.resize(std::max(hidden_.size(), layers.size() - 1));
  Index widest = 0;
  for (std::size_t l = 0; l + 1 < layers.size(); ++l) {
    grow(hidden_[l], rows * layers[l].outputs);
    widest = std::max(widest, layers[l].outputs);
  }
  grow(outputs_, rows * layers.back().outputs);
  grow(slopes_, rows * widest);
  grow(earlier_slopes_, rows * widest);
}

template <class T>
void DensePass<T>::forward(const DenseLayout& layout, const T* parameters, const T* input,
                           Index rows, LastBiases last) {
  const auto& layers = layout.layers();
  for (std::size_t l = 0; l < layers.size(); ++l) {
    const DenseLayer& layer = layers[l];
    const bool is_last = l + 1 == layers.size();
    T* out = is_last ? outputs_.data() : hidden_[l].data();
    multiply(ConstRowMap<T>(input, rows, layer.inputs),
             ConstRowMap<T>(parameters + layer.offset, layer.inputs, layer.outputs),
             RowMap<T>(out, rows, layer.outputs));
    if (is_last && last == LastBiases::left) return;
    kernels::dense_kernels<T>().add_bias(
        kernels::LayerOutputs<T>{out, rows, layer.outputs}, parameters + layer.biases(),
        is_last ? std::nullopt : std::optional(layout.shape().activation));
    input = out;
  }
}

template <class T>
void DensePass<T>::backward(const DenseLayout& layout, const T* parameters, const T* input,
                            Index rows, const Gradients& out) {
  const auto& layers = layout.layers();
  T* gradient = outputs_.data();
  for (std::size_t l = layers.size(); l-- > 0;) {
    const DenseLayer& layer = layers[l];
    const ConstRowMap<T> by_outputs(gradient, rows, layer.outputs);
    const T* before = l == 0 ? input : hidden_[l - 1].data();
    if (out.parameters != nullptr) {
      add_transposed_product(ConstRowMap<T>(before, rows, layer.inputs), by_outputs, !out.is_first,
                             RowMap<T>(out.parameters + layer.offset, layer.inputs, layer.outputs));
      if (out.is_first) std::fill_n(out.parameters + layer.biases(), layer.outputs, T{0});
      kernels::dense_kernels<T>().add_column_sums(
          kernels::LayerOutputs<T>{gradient, rows, layer.outputs}, out.parameters + layer.biases());
    }
    T* by_inputs = l == 0 ? out.input : earlier_slopes_.data();
    if (by_inputs == nullptr) break;
    multiply_transposed(by_outputs,
                        ConstRowMap<T>(parameters + layer.offset, layer.inputs, layer.outputs),
                        RowMap<T>(by_inputs, rows, layer.inputs));
    if (l == 0) break;
    kernels::dense_kernels<T>().multiply_slopes(
        kernels::LayerOutputs<T>{by_inputs, rows, layer.inputs}, before, layout.shape().activation);
    slopes_.swap(earlier_slopes_);
    gradient = slopes_.data();
  }
}

template class DensePass<float>;
template class DensePass<double>;

}  // namespace renyi
