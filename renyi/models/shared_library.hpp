// A library of compiled code that is loaded while the program runs, and the symbols that it has.
// What they mean is left to those who ask for them.
#pragma once

#include <string>

namespace renyi {

class SharedLibrary {
 public:
  // A file without a folder is one of the current folder, never of the system's. Throws
  // DataError::no_input where there is no such file, DataError where it cannot be loaded. The code
  // stays in memory to the end of the program: threads of its own may run there.
  explicit SharedLibrary(const std::string& path);
  SharedLibrary(const SharedLibrary&) = delete;
  SharedLibrary& operator=(const SharedLibrary&) = delete;
  ~SharedLibrary();

  const std::string& path() const { return path_; }
  // Null where there is none.
  void* find(const char* symbol) const;
  // Throws DataError that names the symbol; `interface` says of what it is a part.
  void* at(const char* symbol, const std::string& interface) const;

 private:
  std::string path_;
  void* handle_ = nullptr;
};

}  // namespace renyi
