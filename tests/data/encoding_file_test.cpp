#include "renyi/data/encoding_file.hpp"

#include <gtest/gtest.h>

#include "renyi/core/safetensors.hpp"

namespace renyi::encoding_file_test {
namespace {

TableEncoding example() {
  auto source = ByteSource::of_memory("a,\"b \"\"ü\"\"\",y\n1,u,3\n,v,5\n4,v,9\n", "t.csv");
  const auto table = read_table(source);
  return learn_encoding(table, all_rows(3), {.target = "y", .impute = Impute::mean});
}

// Classes in the order of numbers, which is not that of text.
TableEncoding class_example() {
  const EncodingOptions options{.target = "y", .task = Task::classification};
  auto source = ByteSource::of_memory("a,y\n1,10\n3,9\n4,10\n", "t.csv");
  const auto table = read_table(source, {.categorical = [&](const TableHead& head) {
                                  return categorical_columns(head, options);
                                }});
  return learn_encoding(table, all_rows(3), options);
}

TensorFile saved(const TableEncoding& encoding = example()) {
  TensorFile file;
  save_encoding(encoding, file);
  return file;
}

std::string message_of(const TensorFile& file) {
  try {
    load_encoding(file, "m.safetensors");
  } catch (const DataError& error) {
    return error.what();
  }
  return "no error";
}

TEST(EncodingFile, RemembersEveryPart) {
  const auto expected = example();
  const auto file = decode_safetensors(encode_safetensors(saved()), "m");
  const auto encoding = load_encoding(file, "m");
  EXPECT_EQ(encoding.header, expected.header);
  EXPECT_EQ(encoding.table_columns, expected.table_columns);
  EXPECT_EQ(encoding.impute, expected.impute);
  EXPECT_EQ(encoding.design_names(), expected.design_names());
  EXPECT_EQ(encoding.features[1].position, 1);
  EXPECT_EQ(encoding.target.name, "y");
  EXPECT_EQ(encoding.means, expected.means);
  EXPECT_EQ(encoding.scales, expected.scales);
  EXPECT_EQ(encoding.fills, expected.fills);
  EXPECT_EQ(encoding.target_mean, expected.target_mean);
  EXPECT_EQ(encoding.target_scale, expected.target_scale);
}

TEST(EncodingFile, RefusesPartsThatAreAbsentOrDoNotFit) {
  for (const char* name :
       {"encoding.means", "encoding.scales", "encoding.fills", "encoding.target"}) {
    auto file = saved();
    file.tensors[name] = vector_tensor(Vector::Ones(7));
    EXPECT_NE(message_of(file), "no error") << name;
    file.tensors.erase(name);
    EXPECT_EQ(message_of(file), std::string("m.safetensors: expected a tensor '") + name +
                                    "', found none of that name");
  }
  auto zero = saved();
  zero.tensors["encoding.scales"] = vector_tensor(Vector::Zero(3));
  EXPECT_EQ(message_of(zero),
            "m.safetensors: expected a table's encoding in the model, found parts that do not fit "
            "each other");
  for (const char* text : {"", "{}", "[]", "{\"header\":1}", "nonsense"}) {
    auto file = saved();
    file.metadata["encoding"] = text;
    EXPECT_NE(message_of(file), "no error") << text;
  }
}

TEST(EncodingFile, RemembersClassesInTheirOrder) {
  const auto encoding = load_encoding(saved(class_example()), "m");
  EXPECT_EQ(encoding.classes(), (std::vector<std::string>{"9", "10"}));
  EXPECT_EQ(encoding.target_mean, 0.0);
  EXPECT_EQ(encoding.target_scale, 1.0);
  EXPECT_FALSE(load_encoding(saved(), "m").has_classes());
}

TEST(EncodingFile, RefusesClassesThatAreNone) {
  const std::string refusal =
      "m.safetensors: expected a table's encoding in the model, found parts that do not fit each "
      "other";
  for (const auto& levels : {std::vector<std::string>{"9"}, {"9", "9"}, {"9", "10", "9"}}) {
    auto encoding = class_example();
    encoding.target.levels = levels;
    EXPECT_EQ(message_of(saved(encoding)), refusal) << levels.size();
  }
  auto scaled = class_example();
  scaled.target_scale = 2.0;
  EXPECT_EQ(message_of(saved(scaled)), refusal) << "classes have no scale";
}

TEST(EncodingFile, RefusesAnyOneChangedField) {
  const std::string text = saved().metadata.at("encoding");
  for (const auto& [from, to] : {std::pair<std::string, std::string>{"\"mean\"", "\"median\""},
                                 {"\"position\":2", "\"position\":3"},
                                 {"\"position\":0", "\"position\":-1"},
                                 {"[\"u\",\"v\"]", "[\"v\",\"u\"]"},
                                 {"[\"u\",\"v\"]", "[\"u\"]"},
                                 {"\"header\":true", "\"header\":\"yes\""}}) {
    auto file = saved();
    auto changed = text;
    ASSERT_NE(changed.find(from), std::string::npos) << from;
    changed.replace(changed.find(from), from.size(), to);
    file.metadata["encoding"] = changed;
    EXPECT_NE(message_of(file), "no error") << to;
  }
}

}  // namespace
}  // namespace renyi::encoding_file_test
