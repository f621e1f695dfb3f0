// A number with its derivatives in each of a few arguments, which are carried along instead of
// recorded: the scalar of functions of few arguments, where that takes half of the time of a tape
// or less (value_and_gradient.hpp chooses). Its other functions are in functions.hpp and spans.hpp,
// matrices of it in eigen_scalar.hpp.
//
// Slopes are plain products and sums: 0 times infinity is NaN, which callers give to the tape.
#pragma once

#include <array>
#include <compare>

namespace renyi::autodiff {

// Four derivatives, in a register where the processor has such. Not aligned to their size, as
// neither Eigen nor users need align what they allocate. Also as they stand in an array of numbers.
using Slopes [[gnu::vector_size(32), gnu::aligned(8)]] = double;
using SlopesInNumbers [[gnu::vector_size(32), gnu::aligned(8), gnu::may_alias]] = double;
inline constexpr int slopes_size = 4;

// Size arguments at most. As with Variable, operations are inlined always: they are a few
// instructions each.
template <int Size>
class Dual {
  static_assert(Size > 0 && Size % slopes_size == 0);

 public:
  static constexpr int size = Size;

  Dual() = default;
  // A plain number. NOLINTNEXTLINE(google-explicit-constructor): as a number
  [[gnu::always_inline]] Dual(double value) : value_(value) {}
  // Part by part: a copy in other pieces has the next operation wait for the cache.
  [[gnu::always_inline]] Dual(const Dual& x) : value_(x.value_) {
#pragma GCC unroll 8
    for (int i = 0; i < parts; ++i) slopes_[i] = x.slopes_[i];
  }
  // NOLINTNEXTLINE(bugprone-unhandled-self-assignment): of itself it changes nothing
  [[gnu::always_inline]] Dual& operator=(const Dual& x) {
    value_ = x.value_;
#pragma GCC unroll 8
    for (int i = 0; i < parts; ++i) slopes_[i] = x.slopes_[i];
    return *this;
  }
  ~Dual() = default;

  // The argument of that number.
  [[gnu::always_inline]] static Dual argument(double value, int number) {
    Dual result(value);
#pragma GCC unroll 8
    for (int i = 0; i < parts; ++i)
      result.slopes_[i] = *reinterpret_cast<const SlopesInNumbers*>(one_among_zeros.data() + Size -
                                                                    number + i * slopes_size);
    return result;
  }

  double value() const { return value_; }
  double slope(int argument) const {
    return slopes_[argument / slopes_size][argument % slopes_size];
  }
  [[gnu::always_inline]] bool has_finite_slopes() const {
    Slopes zeros{};
#pragma GCC unroll 8
    for (int i = 0; i < parts; ++i) zeros += 0.0 * slopes_[i];
    return (zeros[0] + zeros[1]) + (zeros[2] + zeros[3]) == 0.0;
  }
  bool is_constant() const {
    for (int i = 0; i < Size; ++i)
      if (slope(i) != 0.0) return false;
    return true;
  }
  explicit operator double() const { return value_; }

  // f(x), where its derivative is `derivative`.
  [[gnu::always_inline]] friend Dual of_one(double value, const Dual& x, double derivative) {
    Dual result(value);
#pragma GCC unroll 8
    for (int i = 0; i < parts; ++i) result.slopes_[i] = derivative * x.slopes_[i];
    return result;
  }
  // f(x, y), where its partial derivatives are dx and dy.
  [[gnu::always_inline]] friend Dual of_two(double value, const Dual& x, double dx, const Dual& y,
                                            double dy) {
    Dual result(value);
#pragma GCC unroll 8
    for (int i = 0; i < parts; ++i) result.slopes_[i] = dx * x.slopes_[i] + dy * y.slopes_[i];
    return result;
  }

  [[gnu::always_inline]] friend Dual operator+(const Dual& x) { return x; }
  [[gnu::always_inline]] friend Dual operator-(const Dual& x) {
    Dual result(-x.value_);
#pragma GCC unroll 8
    for (int i = 0; i < parts; ++i) result.slopes_[i] = -x.slopes_[i];
    return result;
  }

  [[gnu::always_inline]] friend Dual operator+(const Dual& x, const Dual& y) {
    Dual result(x.value_ + y.value_);
#pragma GCC unroll 8
    for (int i = 0; i < parts; ++i) result.slopes_[i] = x.slopes_[i] + y.slopes_[i];
    return result;
  }
  [[gnu::always_inline]] friend Dual operator-(const Dual& x, const Dual& y) {
    Dual result(x.value_ - y.value_);
#pragma GCC unroll 8
    for (int i = 0; i < parts; ++i) result.slopes_[i] = x.slopes_[i] - y.slopes_[i];
    return result;
  }
  [[gnu::always_inline]] friend Dual operator*(const Dual& x, const Dual& y) {
    return of_two(x.value_ * y.value_, x, y.value_, y, x.value_);
  }
  [[gnu::always_inline]] friend Dual operator/(const Dual& x, const Dual& y) {
    const double quotient = x.value_ / y.value_;
    return of_two(quotient, x, 1.0 / y.value_, y, -quotient / y.value_);
  }

  // With plain numbers.
  [[gnu::always_inline]] friend Dual operator+(const Dual& x, double y) {
    Dual result = x;
    result.value_ += y;
    return result;
  }
  [[gnu::always_inline]] friend Dual operator+(double x, const Dual& y) { return y + x; }
  [[gnu::always_inline]] friend Dual operator-(const Dual& x, double y) { return x + -y; }
  [[gnu::always_inline]] friend Dual operator-(double x, const Dual& y) { return -y + x; }
  [[gnu::always_inline]] friend Dual operator*(const Dual& x, double y) {
    return of_one(x.value_ * y, x, y);
  }
  [[gnu::always_inline]] friend Dual operator*(double x, const Dual& y) { return y * x; }
  [[gnu::always_inline]] friend Dual operator/(const Dual& x, double y) {
    return of_one(x.value_ / y, x, 1.0 / y);
  }
  [[gnu::always_inline]] friend Dual operator/(double x, const Dual& y) {
    const double quotient = x / y.value_;
    return of_one(quotient, y, -quotient / y.value_);
  }

  [[gnu::always_inline]] Dual& operator+=(const Dual& y) { return *this = *this + y; }
  [[gnu::always_inline]] Dual& operator-=(const Dual& y) { return *this = *this - y; }
  [[gnu::always_inline]] Dual& operator*=(const Dual& y) { return *this = *this * y; }
  [[gnu::always_inline]] Dual& operator/=(const Dual& y) { return *this = *this / y; }

  friend bool operator==(const Dual& x, const Dual& y) { return x.value_ == y.value_; }
  friend std::partial_ordering operator<=>(const Dual& x, const Dual& y) {
    return x.value_ <=> y.value_;
  }

 private:
  static constexpr int parts = Size / slopes_size;
  static constexpr auto one_among_zeros = [] {
    std::array<double, 2 * Size> numbers{};
    numbers[Size] = 1.0;
    return numbers;
  }();

  double value_ = 0.0;
  Slopes slopes_[parts] = {};
};

}  // namespace renyi::autodiff
