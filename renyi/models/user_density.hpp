// A density from a struct that a user writes: with a log joint density for any scalar, whose
// gradient is then automatic, or with its own gradient, or with a prior and rows, which can be
// taken in minibatches. What is NaN is passed on; check_density_gradient() (density_check.hpp) says
// whether a gradient is one.
#pragma once

#include <concepts>
#include <span>
#include <string>
#include <utility>

#include "renyi/autodiff/value_and_gradient.hpp"
#include "renyi/models/density.hpp"

namespace renyi {

// How many numbers theta has.
template <class Model>
concept HasDimension = requires(const Model& model) {
  { model.dimension() } -> std::convertible_to<Index>;
};

// `template <class T> T log_joint(std::span<const T> theta) const`.
template <class Model>
concept AutomaticModel = HasDimension<Model> && requires(const Model& model) {
  { model.log_joint(std::span<const double>()) } -> std::convertible_to<double>;
  { model.log_joint(std::span<const Variable>()) } -> std::convertible_to<Variable>;
};

// `double log_joint_gradient(std::span<const double> theta, std::span<double> gradient) const`,
// which fills the gradient and returns the log joint density; log_joint() of theta alone if it is
// cheaper.
template <class Model>
concept AnalyticModel = HasDimension<Model> && requires(const Model& model) {
  {
    model.log_joint_gradient(std::span<const double>(), std::span<double>())
    } -> std::convertible_to<double>;
};

// `Index rows() const`, `template <class T> T log_prior(std::span<const T> theta) const` and
// `template <class T> T log_likelihood(Index row, std::span<const T> theta) const`.
template <class Model>
concept RowsModel = HasDimension<Model> && requires(const Model& model) {
  { model.rows() } -> std::convertible_to<Index>;
  { model.log_prior(std::span<const double>()) } -> std::convertible_to<double>;
  { model.log_prior(std::span<const Variable>()) } -> std::convertible_to<Variable>;
  { model.log_likelihood(Index{}, std::span<const double>()) } -> std::convertible_to<double>;
  { model.log_likelihood(Index{}, std::span<const Variable>()) } -> std::convertible_to<Variable>;
};

// Whether a model's functions take numbers T, as well as Variable.
template <class Model, class T>
concept TakesScalar = requires(const Model& model) {
  model.log_joint(std::span<const T>());
}
|| requires(const Model& model) {
  model.log_prior(std::span<const T>());
  model.log_likelihood(Index{}, std::span<const T>());
};

template <class Model>
concept UserModel = AutomaticModel<Model> || AnalyticModel<Model> || RowsModel<Model>;

// Where a model has a gradient of its own, that is taken. Functions of the model may be called from
// several threads at once. Optional are its `std::string coordinate_name(Index) const`, and `bool
// up_to_a_constant() const` for one whose prior is improper or that leaves constants out.
template <UserModel Model>
class UserDensity final : public Density {
 public:
  explicit UserDensity(Model model) : model_(std::move(model)) {}

  const Model& model() const { return model_; }
  Index dimension() const override { return model_.dimension(); }

  Index rows() const override {
    if constexpr (RowsModel<Model>)
      return model_.rows();
    else
      return 0;
  }

  std::string coordinate_name(Index coordinate) const override {
    if constexpr (requires { model_.coordinate_name(coordinate); })
      return model_.coordinate_name(coordinate);
    else
      return Density::coordinate_name(coordinate);
  }

  bool up_to_a_constant() const override {
    if constexpr (requires { model_.up_to_a_constant(); })
      return model_.up_to_a_constant();
    else
      return Density::up_to_a_constant();
  }

  void log_base(const ConstMatrixRef& theta, Eigen::Ref<Vector> values) const override {
    for (Index k = 0; k < theta.cols(); ++k) values(k) = base(draw(theta, k));
  }

  void log_base(const ConstMatrixRef& theta, Eigen::Ref<Vector> values,
                Eigen::Ref<Matrix> gradients) const override {
    for (Index k = 0; k < theta.cols(); ++k) {
      const std::span<double> gradient(gradients.col(k).data(), size());
      if constexpr (!RowsModel<Model> && AnalyticModel<Model>)
        values(k) = model_.log_joint_gradient(draw(theta, k), gradient);
      else
        values(k) = value_and_gradient(
            [this]<class T>(std::span<const T> x) requires(TakesScalar<Model, T>) {
              return this->base(x);
            },
            draw(theta, k), gradient);
    }
  }

  void log_rows(const ConstMatrixRef& theta, std::span<const Index> rows,
                Eigen::Ref<Matrix> values) const override {
    if constexpr (RowsModel<Model>)
      for (Index k = 0; k < theta.cols(); ++k)
        for (std::size_t m = 0; m < rows.size(); ++m)
          values(k, static_cast<Index>(m)) = model_.log_likelihood(rows[m], draw(theta, k));
  }

  void add_row_gradients(const ConstMatrixRef& theta, std::span<const Index> rows,
                         const ConstMatrixRef& coefficients,
                         Eigen::Ref<Matrix> gradients) const override {
    if constexpr (RowsModel<Model>) {
      static thread_local Vector gradient;
      gradient.resize(dimension());
      for (Index k = 0; k < theta.cols(); ++k) {
        if ((coefficients.row(k).array() == 0.0).all()) continue;
        value_and_gradient(
            [&]<class T>(std::span<const T> x) requires(TakesScalar<Model, T>) {
              T sum = 0.0;
              for (std::size_t m = 0; m < rows.size(); ++m)
                if (const double factor = coefficients(k, static_cast<Index>(m)); factor != 0.0)
                  sum += factor * model_.log_likelihood(rows[m], x);
              return sum;
            },
            draw(theta, k), {gradient.data(), size()});
        gradients.col(k) += gradient;
      }
    }
  }

 private:
  std::size_t size() const { return static_cast<std::size_t>(dimension()); }
  std::span<const double> draw(const ConstMatrixRef& theta, Index k) const {
    return {theta.col(k).data(), size()};
  }

  // What is not of rows.
  template <class T>
  T base(std::span<const T> theta) const {
    if constexpr (RowsModel<Model>) {
      return model_.log_prior(theta);
    } else if constexpr (requires { model_.log_joint(theta); }) {
      return model_.log_joint(theta);
    } else {
      static thread_local Vector ignored;
      ignored.resize(dimension());
      return model_.log_joint_gradient(theta, {ignored.data(), size()});
    }
  }

  Model model_;
};

}  // namespace renyi
