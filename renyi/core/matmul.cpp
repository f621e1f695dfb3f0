#include "renyi/core/matmul.hpp"

#include <fmt/format.h>
#include <oneapi/dnnl/dnnl.h>

#include <cstdlib>
#include <memory>
#include <new>
#include <stdexcept>

#include "renyi/core/blocked_signals.hpp"
#include "renyi/core/error.hpp"
#include "renyi/core/panel_matmul.hpp"

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
  // With AVX-512 oneDNN's kernels have the stack pointer in their workspace: a handler's frame
  // would overwrite what lies below that on the heap.
  const BlockedSignals no_handler;
  const auto status =
      dnnl_sgemm(a.is_transposed ? 'T' : 'N', b.is_transposed ? 'T' : 'N', c.rows, c.cols, a.cols,
                 factor, a.data, a.stride, b.data, b.stride, keep, c.data, c.stride);
  if (status != dnnl_success)
    throw std::runtime_error(fmt::format("matmul: oneDNN gave status {}", int{status}));
}

// oneDNN works on 24 columns of C at a time; where that leaves many of them empty, as with 20 or
// 50, our own kernel is faster. It reads rows of A as they lie and wants B in the second-level
// cache.
bool suits_narrow_panels(const MatmulOperand& b) {
  constexpr Index width = 24;
  constexpr Index largest = 48 * 1024;
  const Index padded = (b.cols + width - 1) / width * width;
  return b.cols >= 16 && 20 * b.cols < 17 * padded && b.rows * b.cols <= largest;
}
// On AVX-512 it is also faster where oneDNN spends its time on packing: of a transposed B, even for
// few rows, of short sums, and of long ones if many rows share the packed B.
bool suits_wide_panels(Index rows, const MatmulOperand& b) {
  constexpr Index largest = 256 * 1024;
  if (b.cols == 1 || b.rows * b.cols > largest) return false;
  if (b.is_transposed) return rows >= 8;
  return (b.rows >= 400 && rows >= 192) || ((b.cols < 160 || b.rows <= 32) && rows >= 96);
}
bool suits_panels(const MatmulOperand& a, const MatmulOperand& b) {
  const int lanes = kernels::panel_lanes();
  if (lanes == 0 || a.is_transposed) return false;
  return lanes == 16 ? suits_wide_panels(a.rows, b) : a.rows >= 96 && suits_narrow_panels(b);
}

}  // namespace

Partition matmul_rows(Index m, Index k) {
  // Sixteen shards keep many cores busy, and two evenly; oneDNN is also up to 10 % faster on some
  // hundred rows than on thousands. A shard of few rows, or of short ones, does not pay for packing
  // B once more.
  Index shards = 16;
  while (shards > 2 && (m < 96 * shards || m * k < 20'000 * shards)) shards /= 2;
  if (m < 96) shards = 1;
  return {m, std::max<Index>(1, (m + shards - 1) / shards)};
}

namespace {

// B packed by its caller's thread, in memory that is kept between calls.
float* pack(const MatmulOperand& b) {
  struct Free {
    void operator()(float* memory) const { std::free(memory); }
  };
  thread_local std::unique_ptr<float, Free> memory;
  thread_local Index size = 0;
  const Index needed = kernels::packed_size(b.rows, b.cols);
  if (needed > size) {
    constexpr Index alignment = 64;
    const Index bytes = (needed * Index{sizeof(float)} + alignment - 1) / alignment * alignment;
    memory.reset(
        static_cast<float*>(std::aligned_alloc(alignment, static_cast<std::size_t>(bytes))));
    size = memory ? needed : 0;
    if (!memory) throw std::bad_alloc();
  }
  kernels::pack_panels(
      {b.data, b.rows, b.cols, b.is_transposed ? 1 : b.stride, b.is_transposed ? b.stride : 1},
      memory.get());
  return memory.get();
}

void multiply_packed(const MatmulOperand& a, const float* packed, const Output& c, float factor,
                     float keep) {
  kernels::multiply_panels({.a = a.data,
                            .a_stride = a.stride,
                            .packed = packed,
                            .rows = c.rows,
                            .k = a.cols,
                            .n = c.cols,
                            .c = c.data,
                            .c_stride = c.stride,
                            .factor = factor,
                            .keep = keep});
}

// for_each(shards, f): how the shards are run.
template <class ForEach>
void multiply_by_shards(const MatmulOperand& a, const MatmulOperand& b, Eigen::Ref<MatrixF>& c,
                        float factor, float keep, const Partition& rows, ForEach for_each) {
  const Output out{c.data(), c.rows(), c.cols(), c.outerStride()};
  check(a, b, out);
  const float* packed = suits_panels(a, b) ? pack(b) : nullptr;
  for_each(rows.shards(), [&](std::int64_t shard) {
    const Index first = rows.begin(shard);
    MatmulOperand a_part = a;
    a_part.rows = rows.size(shard);
    a_part.data += a.is_transposed ? first : first * a.stride;
    const Output c_part{out.data + first * out.stride, a_part.rows, out.cols, out.stride};
    if (packed != nullptr)
      multiply_packed(a_part, packed, c_part, factor, keep);
    else
      multiply(a_part, b, c_part, factor, keep);
  });
}

constexpr auto one_by_one = [](std::int64_t shards, auto f) {
  for (std::int64_t shard = 0; shard < shards; ++shard) f(shard);
};

}  // namespace

void matmul(const MatmulOperand& a, const MatmulOperand& b, Eigen::Ref<MatrixF> c, float factor,
            float keep) {
  multiply_by_shards(a, b, c, factor, keep, matmul_rows(c.rows(), a.cols), one_by_one);
}

void matmul_whole(const MatmulOperand& a, const MatmulOperand& b, Eigen::Ref<MatrixF> c,
                  float factor, float keep) {
  multiply_by_shards(a, b, c, factor, keep, {c.rows(), std::max<Index>(1, c.rows())}, one_by_one);
}

void matmul(ThreadPool& pool, const MatmulOperand& a, const MatmulOperand& b, Eigen::Ref<MatrixF> c,
            float factor, float keep) {
  multiply_by_shards(a, b, c, factor, keep, matmul_rows(c.rows(), a.cols),
                     [&](std::int64_t shards, auto f) { pool.for_each(shards, f); });
}

}  // namespace renyi
