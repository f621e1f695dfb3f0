// The tables of a store of results: makes them, and brings those of earlier versions up to date.
// What is in them is result_store.hpp's.
#pragma once

#include <cstdint>

#include "renyi/data/sqlite.hpp"

namespace renyi {

inline constexpr std::int64_t store_version = 3;

// The version of its tables. DataError for a database that is empty, another one, damaged or of a
// later version.
std::int64_t require_store(const SqlDatabase& database);

// Makes the tables where the database is empty. DataError for another database, a damaged one or
// one of a later version, each left as it was.
void prepare_store(const SqlDatabase& database);

}  // namespace renyi
