#include "cli/distribution_json.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <initializer_list>
#include <nlohmann/json.hpp>

#include "cli/json_file.hpp"
#include "renyi/core/error.hpp"
#include "renyi/data/excerpt.hpp"

namespace renyi::cli {
namespace {

using Json = nlohmann::ordered_json;
using Names = std::initializer_list<const char*>;

constexpr std::size_t max_file_bytes = std::size_t{1} << 20;

std::string describe(const Json& json) {
  if (json.is_object()) return "an object";
  if (json.is_array()) return fmt::format("a list of {}", json.size());
  return json.is_string() ? excerpt(json.get_ref<const std::string&>()) : json.dump();
}

std::string listed(Names names) { return fmt::format("{}", fmt::join(names, ", ")); }

bool contains(Names names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

// A JSON value with the path that leads to it, for the errors.
class Node {
 public:
  Node(const Json& json, std::string source, std::string path)
      : json_(json), source_(std::move(source)), path_(std::move(path)) {}

  const Json& json() const { return json_; }

  [[noreturn]] void refuse(const std::string& expected, const std::string& found) const {
    throw DataError({.file = path_.empty() ? source_ : source_ + ": " + path_}, expected, found);
  }

  Node at(const std::string& key) const {
    return {json_.at(key), source_, path_.empty() ? key : path_ + "." + key};
  }

  // Refuses anything but an object with keys among `known` that has all of `required`.
  void check_keys(Names known, Names required) const {
    if (!json_.is_object())
      refuse(fmt::format("an object with {}", listed(known)), describe(json_));
    for (const auto& item : json_.items())
      if (!contains(known, item.key()))
        refuse(fmt::format("no other keys than {}", listed(known)), excerpt(item.key()));
    for (const char* key : required)
      if (!json_.contains(key)) refuse(fmt::format("the key '{}'", key), "none such");
  }

  // The only parameter of a family, bare or by name.
  Node only(const char* key) const {
    if (!json_.is_object()) return *this;
    check_keys({key}, {key});
    return at(key);
  }

  double number() const {
    if (!json_.is_number()) refuse("a number", describe(json_));
    return json_.get<double>();
  }

  Vector numbers() const {
    if (!json_.is_array()) refuse("a list of numbers", describe(json_));
    Vector values(static_cast<Index>(json_.size()));
    for (std::size_t i = 0; i < json_.size(); ++i)
      values(static_cast<Index>(i)) = element(i).number();
    return values;
  }

  // A plain number is a list of one.
  Vector number_or_numbers() const {
    return json_.is_number() ? Vector::Constant(1, number()) : numbers();
  }

  Matrix square_matrix() const {
    if (!json_.is_array()) refuse("a list of rows", describe(json_));
    const auto size = static_cast<Index>(json_.size());
    Matrix matrix(size, size);
    for (Index i = 0; i < size; ++i) {
      const Node line = element(static_cast<std::size_t>(i));
      const Vector row = line.numbers();
      if (row.size() != size)
        line.refuse(fmt::format("{} numbers, as there are rows", size),
                    fmt::format("{}", row.size()));
      matrix.row(i) = row.transpose();
    }
    return matrix;
  }

 private:
  Node element(std::size_t i) const {
    return {json_.at(i), source_, fmt::format("{}[{}]", path_, i)};
  }

  const Json& json_;
  std::string source_;
  std::string path_;
};

Distribution gaussian(const Node& node) {
  node.check_keys({"mean", "covariance", "variance"}, {"mean"});
  const Json& json = node.json();
  if (json.contains("covariance") == json.contains("variance"))
    node.refuse("either 'covariance' (a matrix) or 'variance' (its diagonal)",
                json.contains("variance") ? "both" : "neither");
  const Vector mean = node.at("mean").number_or_numbers();
  if (json.contains("variance"))
    return DiagonalGaussian{mean, node.at("variance").number_or_numbers()};
  return Gaussian{mean, node.at("covariance").square_matrix()};
}

Distribution bernoulli_of(const Node& node) {
  const Node field = node.only("p");
  const double p = field.number();
  if (!(p >= 0.0 && p <= 1.0)) field.refuse("a probability in [0, 1]", fmt::format("{}", p));
  return bernoulli(p);
}

Distribution gamma(const Node& node) {
  node.check_keys({"shape", "rate"}, {"shape", "rate"});
  return Gamma{node.at("shape").number(), node.at("rate").number()};
}

Distribution beta(const Node& node) {
  node.check_keys({"a", "b"}, {"a", "b"});
  return Beta{node.at("a").number(), node.at("b").number()};
}

Distribution distribution_of(const std::string& family, const Node& node) {
  if (family == "gaussian") return gaussian(node);
  if (family == "bernoulli") return bernoulli_of(node);
  if (family == "categorical") return Categorical{node.only("probabilities").numbers()};
  if (family == "poisson") return Poisson{node.only("rate").number()};
  if (family == "exponential") return Exponential{node.only("rate").number()};
  if (family == "gamma") return gamma(node);
  if (family == "beta") return beta(node);
  return Dirichlet{node.only("concentration").numbers()};
}

Distribution read(const Json& json, const std::string& source) {
  const Node root(json, source, "");
  root.check_keys({"gaussian", "bernoulli", "categorical", "poisson", "exponential", "gamma",
                   "beta", "dirichlet"},
                  {});
  if (json.size() != 1) root.refuse("one distribution", fmt::format("{} keys", json.size()));
  const std::string& family = json.begin().key();
  Distribution distribution = distribution_of(family, root.at(family));
  if (const auto problem = find_problem(distribution))
    throw DataError({.file = fmt::format("{}: {}.{}", source, family, problem->field)},
                    problem->expected, problem->found);
  return distribution;
}

}  // namespace

Distribution parse_distribution(const std::string& json_or_file, const std::string& label) {
  const auto start = json_or_file.find_first_not_of(" \t\r\n");
  const bool is_json = start != std::string::npos && json_or_file[start] == '{';
  const std::string& source = is_json ? label : json_or_file;
  try {
    return read(
        is_json ? parse_json(json_or_file, label) : read_json_file(json_or_file, max_file_bytes),
        source);
  } catch (const nlohmann::json::out_of_range&) {
    throw DataError({.file = source}, "numbers within double precision", "a larger one");
  }
}

}  // namespace renyi::cli
