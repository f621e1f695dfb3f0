// The subjects of the benchmark, one file each; every one prints its section.
#pragma once

#include "bench/table.hpp"

namespace renyi::bench {

void bench_machine(Table& table);
void bench_random(Table& table);
void bench_vector_math(Table& table);
void bench_matmul(Table& table);
void bench_bound(Table& table);
void bench_autodiff(Table& table);
void bench_density(Table& table);
void bench_bnn(Table& table);
void bench_train(Table& table);
void bench_vae(Table& table);
void bench_sweep(Table& table);
void bench_sep(Table& table);
void bench_peers(Table& table);  // only where it is named

}  // namespace renyi::bench
