#include "renyi/core/subnormals.hpp"

namespace renyi {
namespace {

#if defined(__x86_64__)
// MXCSR less its lowest six bits, which tell what has happened and not how to go on.
constexpr std::uint64_t happened = 0x3f, subnormals_are_zeros = 0x8040;
std::uint64_t read_bits() { return __builtin_ia32_stmxcsr() & ~happened; }
void write_bits(std::uint64_t bits) { __builtin_ia32_ldmxcsr(static_cast<unsigned>(bits)); }
#elif defined(__aarch64__)
constexpr std::uint64_t subnormals_are_zeros = std::uint64_t{1} << 24;  // FPCR.FZ
std::uint64_t read_bits() {
  std::uint64_t bits = 0;
  asm volatile("mrs %0, fpcr" : "=r"(bits));
  return bits;
}
void write_bits(std::uint64_t bits) { asm volatile("msr fpcr, %0" : : "r"(bits)); }
#else
constexpr std::uint64_t subnormals_are_zeros = 0;
std::uint64_t read_bits() { return 0; }
void write_bits(std::uint64_t /*bits*/) {}
#endif

}  // namespace

FloatMode FloatMode::current() { return FloatMode(read_bits()); }

FloatMode FloatMode::without_subnormals() { return FloatMode(read_bits() | subnormals_are_zeros); }

void FloatMode::apply() const { write_bits(bits_); }

FlushSubnormals::FlushSubnormals(bool wanted) : before_(FloatMode::current()) {
  if (wanted) FloatMode::without_subnormals().apply();
}

}  // namespace renyi
