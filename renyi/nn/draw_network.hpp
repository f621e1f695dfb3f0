// A multi-layer perceptron under one draw of its weights, for the rows of a minibatch: forward, and
// backward given the derivatives of its outputs. Where the draw comes from is left to callers.
#pragma once

#include "renyi/core/aligned_vector.hpp"
#include "renyi/nn/network_layout.hpp"

namespace renyi {

// Memory for the backward pass of one draw; one a thread.
template <class T>
struct NetworkScratch {
  AlignedVector<T> output_slopes, slopes, earlier_slopes, turned;
  void reserve(const NetworkLayout& layout, Index rows);
};

// Lines are of kernels::padded(rows) numbers; what is behind the rows is finite, and counts
// nowhere. weights: parameters(), as laid out by `layout`. inputs: input_lines() lines, the last
// one ones. hidden: hidden_lines() lines, layer after layer, each with one of ones. outputs: rows x
// outputs, without gaps.
template <class T>
void network_forward(const NetworkLayout& layout, const T* weights, const T* inputs, Index rows,
                     T* hidden, T* outputs);

// The derivatives of sum output_gradients * outputs in the weights. `hidden` as network_forward
// left it. Of the weights those of the first hidden layer are not read.
template <class T>
void network_backward(const NetworkLayout& layout, const T* weights, const T* inputs, Index rows,
                      const T* hidden, const T* output_gradients, NetworkScratch<T>& scratch,
                      T* gradient);

}  // namespace renyi
