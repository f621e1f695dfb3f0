#include "renyi/core/tensor.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "renyi/core/error.hpp"

namespace renyi::tensor_test {
namespace {

std::string message_of(const TensorFile& file, const std::string& name, bool matrix = false) {
  try {
    if (matrix)
      read_matrix_tensor(file, name, "m");
    else
      read_vector(file, name, "m");
  } catch (const DataError& error) {
    return error.what();
  }
  return "no error";
}

TEST(Tensor, ElementsHaveTheSizeInTheirName) {
  EXPECT_EQ(element_bytes(ElementType::boolean), 1U);
  for (std::size_t i = 1; i < EnumNames<ElementType>::names.size(); ++i) {
    const auto name = EnumNames<ElementType>::names[i];
    const auto digits = name.substr(name.find_first_of("123456789"));
    EXPECT_EQ(element_bytes(static_cast<ElementType>(i)) * 8, std::stoul(std::string(digits)));
  }
}

TEST(Tensor, BytesAreCountedWithoutOverflow) {
  EXPECT_EQ(tensor_bytes({}, ElementType::f64), 8U);
  EXPECT_EQ(tensor_bytes({3, 5}, ElementType::f32), 60U);
  EXPECT_EQ(tensor_bytes({0, std::int64_t{1} << 62}, ElementType::f64), 0U);
  EXPECT_EQ(tensor_bytes({std::int64_t{1} << 32, std::int64_t{1} << 32}, ElementType::u8),
            std::nullopt);
  EXPECT_EQ(tensor_bytes({-1}, ElementType::u8), std::nullopt);
}

TEST(Tensor, HoldsMatricesRowAfterRow) {
  TensorFile file;
  file.tensors["m"] = matrix_tensor(Matrix{{1, 2, 3}, {4, 5, 6}});
  file.tensors["v"] = vector_tensor(Vector{{7, 8}});
  EXPECT_EQ(file.tensors["m"].shape, (std::vector<std::int64_t>{2, 3}));
  EXPECT_EQ(file.tensors["v"].shape, (std::vector<std::int64_t>{2}));
  EXPECT_EQ(file.tensors["m"].bytes.substr(8, 8), vector_tensor(Vector{{2}}).bytes);
  EXPECT_EQ(read_matrix_tensor(file, "m", "f"), (Matrix{{1, 2, 3}, {4, 5, 6}}));
  EXPECT_EQ(read_vector(file, "v", "f"), (Vector{{7, 8}}));
}

TEST(Tensor, RefusesWhatIsAbsentOrOfAnotherKind) {
  TensorFile file;
  file.tensors["v"] = vector_tensor(Vector{{7, 8}});
  file.tensors["i"] = {.type = ElementType::i64, .shape = {1}, .bytes = std::string(8, '\0')};
  file.tensors["n"] = vector_tensor(Vector{{std::nan("")}});
  EXPECT_EQ(message_of(file, "w"), "m: expected a tensor 'w', found none of that name");
  EXPECT_EQ(message_of(file, "v", true),
            "m: expected tensor 'v' of F64 and rank 2, found F64 and rank 1");
  EXPECT_EQ(message_of(file, "i"),
            "m: expected tensor 'i' of F64 and rank 1, found I64 and rank 1");
  EXPECT_EQ(message_of(file, "n"), "m: expected finite numbers in tensor 'n', found others");
  EXPECT_THROW(read_metadata(file, "kind", "m"), DataError);
}

}  // namespace
}  // namespace renyi::tensor_test
