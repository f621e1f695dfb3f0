// A model of classes whose probabilities are known: the softmax of c x for class c = 0, 1, 2 ...
// and the one standardised feature x.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "renyi/models/predictive_model.hpp"
#include "tests/support/example_encoding.hpp"

namespace renyi::testing {

class ClassModel : public PredictiveModel {
 public:
  explicit ClassModel(std::vector<std::string> classes) : encoding_(example_encoding()) {
    encoding_.target.levels = std::move(classes);
    encoding_.target_mean = 0.0;
    encoding_.target_scale = 1.0;
  }

  std::string_view kind() const override { return "softmax"; }
  const TableEncoding& encoding() const override { return encoding_; }
  ClassPredictions predict_classes(const ConstMatrixRef& features) const override {
    const auto classes = static_cast<double>(encoding_.classes().size());
    Matrix p = (features.col(0) *
                Eigen::RowVectorXd::LinSpaced(encoding_.target.width(), 0.0, classes - 1.0))
                   .array()
                   .exp();
    p.array().colwise() /= p.rowwise().sum().array();
    return {p};
  }

 private:
  TableEncoding encoding_;
};

}  // namespace renyi::testing
