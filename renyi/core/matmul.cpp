#include "renyi/core/matmul.hpp"

#include <fmt/format.h>
#include <oneapi/dnnl/dnnl.h>

#include <stdexcept>

#include "renyi/core/error.hpp"

// libgomp's, declared here because clang has no omp.h of its own.
extern "C" {
void omp_set_num_threads(int threads);
int omp_get_max_threads(void);
}

namespace renyi {
namespace {

// oneDNN starts OpenMP threads of its own unless told not to, per calling thread; the caller's
// setting comes back afterwards.
class OneOmpThread {
 public:
  OneOmpThread() : before_(omp_get_max_threads()) {
    if (before_ != 1) omp_set_num_threads(1);
  }
  ~OneOmpThread() {
    if (before_ != 1) omp_set_num_threads(before_);
  }
  OneOmpThread(const OneOmpThread&) = delete;
  OneOmpThread& operator=(const OneOmpThread&) = delete;

 private:
  int before_;
};

struct Output {
  float* data;
  Index rows, cols, stride;
};

void check(const MatmulOperand& a, const MatmulOperand& b, const Output& c) {
  if (a.cols != b.rows || c.rows != a.rows || c.cols != b.cols)
    throw UsageError(fmt::format("matmul: {} x {} times {} x {} into {} x {}", a.rows, a.cols,
                                 b.rows, b.cols, c.rows, c.cols));
}

void multiply(const MatmulOperand& a, const MatmulOperand& b, const Output& c, float factor,
              float keep) {
  if (c.rows == 0 || c.cols == 0) return;
  if (a.cols == 0) {  // an empty sum
    for (Index i = 0; i < c.rows; ++i)
      for (Index j = 0; j < c.cols; ++j) {
        float& entry = c.data[i * c.stride + j];
        entry = keep == 0.0f ? 0.0f : keep * entry;
      }
    return;
  }
  const OneOmpThread guard;
  const auto status =
      dnnl_sgemm(a.is_transposed ? 'T' : 'N', b.is_transposed ? 'T' : 'N', c.rows, c.cols, a.cols,
                 factor, a.data, a.stride, b.data, b.stride, keep, c.data, c.stride);
  if (status != dnnl_success)
    throw std::runtime_error(fmt::format("matmul: oneDNN gave status {}", int{status}));
}

}  // namespace

Partition matmul_rows(Index m) {
  // Sixteen shards keep many cores busy, and two evenly; oneDNN is also up to 10 % faster on some
  // hundred rows than on thousands. Below a hundred rows a shard no longer pays for packing B.
  Index shards = 16;
  while (shards > 2 && m < 96 * shards) shards /= 2;
  if (m < 96) shards = 1;
  return {m, std::max<Index>(1, (m + shards - 1) / shards)};
}

namespace {

// for_each(shards, f): how the shards are run.
template <class ForEach>
void multiply_by_shards(const MatmulOperand& a, const MatmulOperand& b, Eigen::Ref<MatrixF>& c,
                        float factor, float keep, ForEach for_each) {
  const Output out{c.data(), c.rows(), c.cols(), c.outerStride()};
  check(a, b, out);
  const Partition rows = matmul_rows(out.rows);
  for_each(rows.shards(), [&](std::int64_t shard) {
    const Index first = rows.begin(shard);
    MatmulOperand part = a;
    part.rows = rows.size(shard);
    part.data += a.is_transposed ? first : first * a.stride;
    multiply(part, b, {out.data + first * out.stride, part.rows, out.cols, out.stride}, factor,
             keep);
  });
}

}  // namespace

void matmul(const MatmulOperand& a, const MatmulOperand& b, Eigen::Ref<MatrixF> c, float factor,
            float keep) {
  multiply_by_shards(a, b, c, factor, keep, [](std::int64_t shards, auto f) {
    for (std::int64_t shard = 0; shard < shards; ++shard) f(shard);
  });
}

void matmul(ThreadPool& pool, const MatmulOperand& a, const MatmulOperand& b, Eigen::Ref<MatrixF> c,
            float factor, float keep) {
  multiply_by_shards(a, b, c, factor, keep,
                     [&](std::int64_t shards, auto f) { pool.for_each(shards, f); });
}

}  // namespace renyi
