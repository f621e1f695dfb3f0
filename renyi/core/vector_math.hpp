// Elementary functions over spans, vectorised and dispatched once per call to the best instruction
// set of the machine. Layers that use them are in renyi/nn; the double kernels of bounds are in
// column_kernels.hpp.
//
// All are total: ±inf give the limit, NaN gives NaN, an argument outside the domain gives NaN. The
// result at an element depends on that element alone, not on its place or the length of the span.
// x and out have the same length (UsageError) and may be the same span; no other overlap. Errors
// are the largest ones in units of the last place, over all floats, denormal ones included.
#pragma once

#include <span>

namespace renyi::kernels {

void exp(std::span<const float> x, std::span<float> out);    // 1.2 ulp; exp(0) = 1 exactly
void log(std::span<const float> x, std::span<float> out);    // 1 ulp
void log1p(std::span<const float> x, std::span<float> out);  // 2 ulp; the sign of 0 stays
void tanh(std::span<const float> x, std::span<float> out);   // 5 ulp; never beyond ±1

void exp(std::span<const double> x, std::span<double> out);  // 1.2 ulp
void log(std::span<const double> x, std::span<double> out);  // 1 ulp

// 1 / (1 + e^-x); 2.5 ulp, also in the lower tail.
void sigmoid(std::span<const float> x, std::span<float> out);

// log(1 + e^x); 2.5 ulp, also in the lower tail.
void softplus(std::span<const float> x, std::span<float> out);
// The same with its derivative, the sigmoid.
void softplus(std::span<const float> x, std::span<float> out, std::span<float> derivative);

// max(x, 0).
void relu(std::span<const float> x, std::span<float> out);
// out = gradient where x > 0, else 0; x may be the input or the output of relu.
void relu_backward(std::span<const float> x, std::span<const float> gradient, std::span<float> out);

// The sum of squares, accumulated in double in an order that depends on the length alone.
double squared_norm(std::span<const float> x);

}  // namespace renyi::kernels
