// What a density that is no Gaussian asks of the family: one of two modes, one bent like a banana,
// each by three families. The evidence of both is 1, so that bounds on its logarithm are below 0 by
// what the family misses.
#include <cmath>
#include <cstdio>
#include <numbers>
#include <renyi/renyi.hpp>

const double log_2pi = std::log(2.0 * std::numbers::pi);

// 0.3 N(-4, 1) + 0.7 N(4, 1) in the first coordinate, N(0, 1) in the second.
struct TwoModes {
  renyi::Index dimension() const { return 2; }

  template <class T>
  T log_joint(std::span<const T> theta) const {
    const T left = theta[0] + 4.0, right = theta[0] - 4.0;
    return renyi::log_add_exp(T(std::log(0.3) - 0.5 * left * left),
                              T(std::log(0.7) - 0.5 * right * right)) -
           0.5 * theta[1] * theta[1] - log_2pi;
  }
};

// N(0, 1) in the first coordinate x, N(2 x^2, 1/2) in the second.
struct Banana {
  renyi::Index dimension() const { return 2; }

  template <class T>
  T log_joint(std::span<const T> theta) const {
    const T error = theta[1] - 2.0 * theta[0] * theta[0];
    return -0.5 * theta[0] * theta[0] - 2.0 * error * error + std::log(2.0) - log_2pi;
  }
};

template <class Model>
void fit_by_families(const char* name, Model model) {
  const renyi::UserDensity density(model);
  for (const auto family :
       {renyi::FamilyKind::full_rank, renyi::FamilyKind::mixture, renyi::FamilyKind::flow}) {
    const renyi::DensityFit fit = renyi::fit_density(density, {.family = family});
    std::printf("%-9s  %-9s  bound %6.3f  Pareto k %5.2f  %s\n", name,
                std::string(renyi::to_string(family)).c_str(), fit.trust.elbo.value,
                fit.trust.diagnostics.tails.upper.value_or(NAN),
                std::string(renyi::to_string(fit.trust.verdict)).c_str());
  }
}

int main() {
  fit_by_families("two modes", TwoModes{});
  fit_by_families("banana", Banana{});
}
