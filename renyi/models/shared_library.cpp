#include "renyi/models/shared_library.hpp"

#include <dlfcn.h>

#include <filesystem>
#include <system_error>

#include "renyi/core/error.hpp"

namespace renyi {

SharedLibrary::SharedLibrary(const std::string& path) : path_(path) {
  std::error_code error;
  const auto status = std::filesystem::status(path, error);
  if (!std::filesystem::exists(status)) throw DataError::no_input(path, "no such file");
  if (std::filesystem::is_directory(status)) throw DataError::no_input(path, "is a folder");
  const std::string place = path.find('/') == std::string::npos ? "./" + path : path;
  handle_ = ::dlopen(place.c_str(), RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
  if (handle_ == nullptr) {
    const char* const reason = ::dlerror();
    throw DataError({.file = path}, "a shared library",
                    reason == nullptr ? "something else" : std::string(reason));
  }
}

SharedLibrary::~SharedLibrary() { ::dlclose(handle_); }

void* SharedLibrary::find(const char* symbol) const { return ::dlsym(handle_, symbol); }

void* SharedLibrary::at(const char* symbol, const std::string& interface) const {
  void* const found = find(symbol);
  if (found == nullptr)
    throw DataError({.file = path_}, interface + " with the symbol " + symbol, "no such symbol");
  return found;
}

}  // namespace renyi
