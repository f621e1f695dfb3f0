#include "cli/distribution_json.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <vector>

#include "renyi/core/error.hpp"
#include "renyi/data/json_file.hpp"
#include "renyi/data/json_node.hpp"

namespace renyi::cli {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t max_file_bytes = std::size_t{1} << 20;

Vector numbers(const JsonNode& node) {
  const std::vector<double> values = node.numbers();
  return Eigen::Map<const Vector>(values.data(), static_cast<Index>(values.size()));
}

// A plain number is a list of one.
Vector number_or_numbers(const JsonNode& node) {
  return node.json().is_number() ? Vector::Constant(1, node.number()) : numbers(node);
}

Matrix square_matrix(const JsonNode& node) {
  const std::size_t size = node.size("a list of rows");
  std::vector<Vector> rows;  // all checked before room is made for a matrix of a claimed size
  for (std::size_t i = 0; i < size; ++i) {
    const JsonNode line = node.at(i);
    rows.push_back(numbers(line));
    if (rows.back().size() != static_cast<Index>(size))
      line.refuse(fmt::format("{} numbers, as there are rows", size),
                  fmt::format("{}", rows.back().size()));
  }
  Matrix matrix(static_cast<Index>(size), static_cast<Index>(size));
  for (std::size_t i = 0; i < size; ++i) matrix.row(static_cast<Index>(i)) = rows[i].transpose();
  return matrix;
}

// The only parameter of a family, bare or by name.
JsonNode only(const JsonNode& node, const char* key) {
  if (!node.json().is_object()) return node;
  node.check_keys({key}, {key});
  return node.at(key);
}

Distribution gaussian(const JsonNode& node) {
  node.check_keys({"mean", "covariance", "variance"}, {"mean"});
  const Json& json = node.json();
  if (json.contains("covariance") == json.contains("variance"))
    node.refuse("either 'covariance' (a matrix) or 'variance' (its diagonal)",
                json.contains("variance") ? "both" : "neither");
  const Vector mean = number_or_numbers(node.at("mean"));
  if (json.contains("variance"))
    return DiagonalGaussian{mean, number_or_numbers(node.at("variance"))};
  return Gaussian{mean, square_matrix(node.at("covariance"))};
}

Distribution bernoulli_of(const JsonNode& node) {
  const JsonNode field = only(node, "p");
  const double p = field.number();
  if (!(p >= 0.0 && p <= 1.0)) field.refuse("a probability in [0, 1]", fmt::format("{}", p));
  return bernoulli(p);
}

Distribution gamma(const JsonNode& node) {
  node.check_keys({"shape", "rate"}, {"shape", "rate"});
  return Gamma{node.at("shape").number(), node.at("rate").number()};
}

Distribution beta(const JsonNode& node) {
  node.check_keys({"a", "b"}, {"a", "b"});
  return Beta{node.at("a").number(), node.at("b").number()};
}

Distribution distribution_of(const std::string& family, const JsonNode& node) {
  if (family == "gaussian") return gaussian(node);
  if (family == "bernoulli") return bernoulli_of(node);
  if (family == "categorical") return Categorical{numbers(only(node, "probabilities"))};
  if (family == "poisson") return Poisson{only(node, "rate").number()};
  if (family == "exponential") return Exponential{only(node, "rate").number()};
  if (family == "gamma") return gamma(node);
  if (family == "beta") return beta(node);
  return Dirichlet{numbers(only(node, "concentration"))};
}

Distribution read(const Json& json, const std::string& source) {
  const JsonNode root(json, source, "");
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
  return read(
      is_json ? parse_json(json_or_file, label) : read_json_file(json_or_file, max_file_bytes),
      source);
}

}  // namespace renyi::cli
