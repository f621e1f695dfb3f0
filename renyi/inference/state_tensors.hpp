// Where a run of training stands as named arrays, bit for bit. Files are checkpoint.hpp's.
#pragma once

#include <string>

#include "renyi/core/state_archive.hpp"
#include "renyi/inference/train_state.hpp"

namespace renyi {

// Saves the state or loads it: parameters as F32 or F64 by T; what may be absent has a column that
// says so. Throws DataError where arrays are missing, of another type or shape, or not what a run
// could have left.
template <class T>
void archive_state(BasicTrainState<T>& state, StateArchive& archive);

template <class T>
void save_state(const BasicTrainState<T>& state, TensorFile& file);
template <class T>
BasicTrainState<T> load_state(const TensorFile& file, const std::string& path);

}  // namespace renyi
