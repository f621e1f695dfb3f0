#include "renyi/models/likelihood.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "renyi/core/log_space.hpp"

namespace renyi {
namespace {

const double log_two_pi = std::log(2.0 * std::numbers::pi);

// log sum exp of a row of logits.
template <class T>
double log_normaliser(const T* logits, Index count) {
  const double largest = *std::max_element(logits, logits + count);
  double sum = 0.0;
  for (Index c = 0; c < count; ++c) sum += std::exp(static_cast<double>(logits[c]) - largest);
  return largest + std::log(sum);
}

}  // namespace

template <class T>
void log_likelihoods(const LikelihoodRows<T>& rows, double* values) {
  switch (rows.likelihood) {
    case Likelihood::gaussian: {
      const double precision = std::exp(-rows.log_variance);
      const double constant = -0.5 * (log_two_pi + rows.log_variance);
      for (Index i = 0; i < rows.rows; ++i) {
        const auto error = static_cast<double>(rows.targets[i] - rows.outputs[i]);
        values[i] = constant - 0.5 * precision * error * error;
      }
      return;
    }
    case Likelihood::gaussian_two_heads:
      for (Index i = 0; i < rows.rows; ++i) {
        const auto error = static_cast<double>(rows.targets[i] - rows.outputs[2 * i]);
        const auto log_variance = static_cast<double>(rows.outputs[2 * i + 1]);
        values[i] = -0.5 * (log_two_pi + log_variance + std::exp(-log_variance) * error * error);
      }
      return;
    case Likelihood::bernoulli:
      for (Index i = 0; i < rows.rows; ++i) {
        const auto logit = static_cast<double>(rows.outputs[i]);
        values[i] = -softplus(rows.targets[i] > T{0.5} ? -logit : logit);
      }
      return;
    case Likelihood::categorical:
      for (Index i = 0; i < rows.rows; ++i) {
        const T* logits = rows.outputs + i * rows.count;
        values[i] = static_cast<double>(logits[static_cast<Index>(rows.targets[i])]) -
                    log_normaliser(logits, rows.count);
      }
      return;
  }
}

template <class T>
double log_likelihood_gradients(const LikelihoodRows<T>& rows, const double* weights,
                                T* gradients) {
  double noise = 0.0;
  switch (rows.likelihood) {
    case Likelihood::gaussian: {
      const double precision = std::exp(-rows.log_variance);
      for (Index i = 0; i < rows.rows; ++i) {
        const auto error = static_cast<double>(rows.targets[i] - rows.outputs[i]);
        gradients[i] = static_cast<T>(weights[i] * precision * error);
        noise += weights[i] * 0.5 * (precision * error * error - 1.0);
      }
      break;
    }
    case Likelihood::gaussian_two_heads:
      for (Index i = 0; i < rows.rows; ++i) {
        const auto error = static_cast<double>(rows.targets[i] - rows.outputs[2 * i]);
        const double precision = std::exp(-static_cast<double>(rows.outputs[2 * i + 1]));
        gradients[2 * i] = static_cast<T>(weights[i] * precision * error);
        gradients[2 * i + 1] = static_cast<T>(weights[i] * 0.5 * (precision * error * error - 1.0));
      }
      break;
    case Likelihood::bernoulli:
      for (Index i = 0; i < rows.rows; ++i)
        gradients[i] = static_cast<T>(weights[i] * (static_cast<double>(rows.targets[i]) -
                                                    sigmoid(static_cast<double>(rows.outputs[i]))));
      break;
    case Likelihood::categorical:
      for (Index i = 0; i < rows.rows; ++i) {
        const T* logits = rows.outputs + i * rows.count;
        const double normaliser = log_normaliser(logits, rows.count);
        const auto target = static_cast<Index>(rows.targets[i]);
        for (Index c = 0; c < rows.count; ++c)
          gradients[i * rows.count + c] =
              static_cast<T>(weights[i] * ((c == target ? 1.0 : 0.0) -
                                           std::exp(static_cast<double>(logits[c]) - normaliser)));
      }
      break;
  }
  return noise;
}

template void log_likelihoods(const LikelihoodRows<float>&, double*);
template void log_likelihoods(const LikelihoodRows<double>&, double*);
template double log_likelihood_gradients(const LikelihoodRows<float>&, const double*, float*);
template double log_likelihood_gradients(const LikelihoodRows<double>&, const double*, double*);

}  // namespace renyi
