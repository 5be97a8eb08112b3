// Names of types for people.
#ifndef XOMP_TTG_UTIL_DEMANGLE_H
#define XOMP_TTG_UTIL_DEMANGLE_H

#include <cstdlib>
#include <cxxabi.h>
#include <string>
#include <type_traits>
#include <typeinfo>

namespace ttg::detail {

template <class T>
std::string demangled_type_name(const T* = nullptr) {
  if constexpr (std::is_void_v<T>) {
    return "void";
  } else {
    int status = 0;
    char* const name = abi::__cxa_demangle(typeid(T).name(), nullptr, nullptr, &status);
    std::string result = status == 0 ? name : typeid(T).name();
    std::free(name);
    return result;
  }
}

}  // namespace ttg::detail

#endif
