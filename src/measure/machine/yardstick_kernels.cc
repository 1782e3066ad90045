// SPDX-License-Identifier: Apache-2.0
#include "measure/machine/yardstick_kernels.h"

#include <sys/mman.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <utility>

namespace trena {
namespace {

constexpr size_t kMebibyte = size_t{1} << 20;
// Memory kernels: more than a core's share of any last-level cache in use, and not so much on a
// machine of many cores that it would push a study's data out of memory.
constexpr size_t kStreamBytes = 24 * kMebibyte;
constexpr size_t kMostBytes = 512 * kMebibyte;
constexpr size_t kLine = 64;

// Pages of our own, given back at once when the reading is over.
class Pages {
 public:
  explicit Pages(size_t bytes) : bytes_(bytes) {
    void* begin = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    begin_ = begin == MAP_FAILED ? nullptr : begin;
    if (begin_ != nullptr) madvise(begin_, bytes_, MADV_HUGEPAGE);
  }
  Pages(const Pages&) = delete;
  Pages& operator=(const Pages&) = delete;
  ~Pages() {
    if (begin_ != nullptr) munmap(begin_, bytes_);
  }
  void* begin() const { return begin_; }

 private:
  void* begin_ = nullptr;
  size_t bytes_;
};

// Eight floats: one register with AVX, two without.
using Vector = float __attribute__((vector_size(32), aligned(4), may_alias));
constexpr size_t kWidth = 8;
constexpr size_t kRows = 4;     // of the block of C that is kept in registers
constexpr size_t kVectors = 2;  // across it

// C += A × B for square row-major matrices whose side is a multiple of 16, block by block of C.
[[gnu::always_inline]] inline void MultiplyBlocks(const float* a, const float* b, float* c,
                                                  size_t n) {
  for (size_t j = 0; j < n; j += kWidth * kVectors) {
    for (size_t i = 0; i < n; i += kRows) {
      Vector sums[kRows][kVectors] = {};
      for (size_t k = 0; k < n; ++k) {
        const float* row = b + k * n + j;
        Vector first = *reinterpret_cast<const Vector*>(row);
        Vector second = *reinterpret_cast<const Vector*>(row + kWidth);
        for (size_t r = 0; r < kRows; ++r) {
          float factor = a[(i + r) * n + k];
          sums[r][0] += factor * first;
          sums[r][1] += factor * second;
        }
      }
      for (size_t r = 0; r < kRows; ++r) {
        auto* out = reinterpret_cast<Vector*>(c + (i + r) * n + j);
        out[0] += sums[r][0];
        out[1] += sums[r][1];
      }
    }
  }
}

#if defined(__x86_64__)
[[gnu::target("avx2,fma")]] void MultiplyWide(const float* a, const float* b, float* c, size_t n) {
  MultiplyBlocks(a, b, c, n);
}
bool HasWide() { return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"); }
#else
void MultiplyWide(const float* a, const float* b, float* c, size_t n) {
  MultiplyBlocks(a, b, c, n);
}
bool HasWide() { return false; }
#endif

void MultiplyBaseline(const float* a, const float* b, float* c, size_t n) {
  MultiplyBlocks(a, b, c, n);
}

// Products of `n` × `n` matrices: the work of a network's layers.
class MatrixKernel : public YardstickKernel {
 public:
  MatrixKernel(size_t n, int products)
      : n_(n),
        products_(products),
        multiply_(HasWide() ? MultiplyWide : MultiplyBaseline),
        a_(n * n, 1e-3F),
        b_(n * n, 1e-3F),
        c_(n * n, 0) {}

  double Work() override {
    for (int i = 0; i < products_; ++i) {
      multiply_(a_.data(), b_.data(), c_.data(), n_);
      a_[static_cast<size_t>(i) % a_.size()] = c_[0] * 1e-9F;  // each needs the one before
    }
    auto side = static_cast<double>(n_);
    return 2e-9 * side * side * side * products_;
  }

 private:
  size_t n_;
  int products_;
  void (*multiply_)(const float*, const float*, float*, size_t);
  std::vector<float> a_, b_, c_;
};

// a = b + s × c over arrays that no cache holds: bandwidth (McCalpin's triad).
class StreamKernel : public YardstickKernel {
 public:
  explicit StreamKernel(int threads)
      : count_(std::min(kStreamBytes, kMostBytes / static_cast<size_t>(std::max(threads, 1))) / 3 /
               sizeof(float) / kWidth * kWidth),
        pages_(3 * count_ * sizeof(float)) {
    auto* begin = static_cast<float*>(pages_.begin());
    if (begin == nullptr) count_ = 0;
    std::fill_n(begin, 3 * count_, 1.0F);
  }

  double Work() override {
    auto* a = static_cast<float*>(pages_.begin());
    const float* b = a + count_;
    const float* c = b + count_;
    for (size_t i = 0; i < count_; i += kWidth) {
      *reinterpret_cast<Vector*>(a + i) =
          *reinterpret_cast<const Vector*>(b + i) + 0.5F * *reinterpret_cast<const Vector*>(c + i);
    }
    asm volatile("" : : "r"(a) : "memory");  // what is written counts as read
    return 3e-9 * static_cast<double>(count_ * sizeof(float));
  }

 private:
  size_t count_;
  Pages pages_;
};

// Every load waits for the one before, in an order that no prefetcher foresees: latency.
class ChaseKernel : public YardstickKernel {
 public:
  explicit ChaseKernel(int /*threads*/) : pages_(kLines * kLine) {
    auto* begin = static_cast<char*>(pages_.begin());
    if (begin == nullptr) return;
    // A full cycle over a power of two: a - 1 is divisible by 4, the increment is odd (Knuth,
    // volume 2, 3.2.1.2, theorem A).
    for (uint32_t i = 0; i < kLines; ++i) {
      uint32_t next = (i * 1664525U + 1013904223U) % kLines;
      std::memcpy(begin + i * kLine, &next, sizeof next);
    }
  }

  double Work() override {
    const auto* begin = static_cast<const char*>(pages_.begin());
    if (begin == nullptr) return 0;
    for (uint32_t i = 0; i < kLoads; ++i) {
      std::memcpy(&at_, begin + size_t{at_} * kLine, sizeof at_);
    }
    asm volatile("" : : "r"(at_));
    return 1e-6 * kLoads;
  }

 private:
  static constexpr uint32_t kLines = 1U << 18;  // 16 MiB
  static constexpr uint32_t kLoads = 40'000;
  Pages pages_;
  uint32_t at_ = 0;
};

}  // namespace

const std::vector<YardstickKind>& YardstickKinds() {
  static const std::vector<YardstickKind> kinds = {
      {"matrix", "GFLOP/s", "vector units and a core's own caches: products of 128 × 128 matrices",
       [](int) -> std::unique_ptr<YardstickKernel> {
         return std::make_unique<MatrixKernel>(128, 48);
       }},
      {"stream", "GB/s", "bandwidth to memory: a triad over 24 MiB a core",
       [](int threads) -> std::unique_ptr<YardstickKernel> {
         return std::make_unique<StreamKernel>(threads);
       }},
      {"large_matrix", "GFLOP/s",
       "vector units and the shared cache: products of 512 × 512 matrices",
       [](int) -> std::unique_ptr<YardstickKernel> {
         return std::make_unique<MatrixKernel>(512, 1);
       }},
      {"chase", "million loads/s", "latency of memory: loads in an unforeseeable order over 16 MiB",
       [](int threads) -> std::unique_ptr<YardstickKernel> {
         return std::make_unique<ChaseKernel>(threads);
       }},
  };
  return kinds;
}

const char* YardstickVectors() { return HasWide() ? "avx2" : "baseline"; }

}  // namespace trena
