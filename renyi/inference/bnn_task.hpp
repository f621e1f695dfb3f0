// What a network has to predict of a table's target: the likelihood and its outputs. Which columns
// there are is the encoding's.
#pragma once

#include "renyi/data/table_encoding.hpp"
#include "renyi/models/likelihood.hpp"

namespace renyi {

struct BnnTask {
  Likelihood likelihood = Likelihood::gaussian;
  Index outputs = 1;
};

// Of classes, or of numbers with a noise that is the same for all rows or varies with them. Throws
// UsageError for classes with a noise that varies.
BnnTask bnn_task(const TableEncoding& encoding, bool varying_noise);

}  // namespace renyi
