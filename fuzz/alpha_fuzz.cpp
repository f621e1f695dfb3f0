// Any text as a list of orders: nothing but UsageError may escape, and every order that was read
// must be written and read back as itself.
#include <cstdint>
#include <cstdlib>
#include <string>

#include "renyi/bound/alpha.hpp"
#include "renyi/core/error.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using renyi::Alpha;
  std::vector<Alpha> alphas;
  try {
    alphas = Alpha::parse_list({reinterpret_cast<const char*>(data), size});
  } catch (const renyi::UsageError&) {
    return 0;
  }
  if (alphas.empty()) std::abort();
  std::string text;
  for (const Alpha alpha : alphas) text += (text.empty() ? "" : ",") + alpha.to_string();
  if (Alpha::parse_list(text) != alphas) std::abort();
  return 0;
}
