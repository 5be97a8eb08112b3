// What the dynamic loader has mapped. None of this takes the lock that is held while a library's constructors run, as dlsym() and
// dladdr() do. So any thread may ask, also one that a constructor waits for. Nothing is allocated.
#pragma once

#include <cstddef>
#include <cstdint>
#include <link.h>

namespace xomp::platform {

using Symbol = ElfW(Sym);

// The dynamic symbols of an object; none where `symbols` is nullptr.
struct DynamicTables {
  const Symbol* symbols = nullptr;
  const char* strings = nullptr;
  std::size_t string_bytes = 0;
  const std::uint32_t* gnu_hash = nullptr;
  const std::uint32_t* hash = nullptr;
};

DynamicTables tables_of(const dl_phdr_info& object);
// No table says how many dynamic symbols there are; the hash tables imply it.
std::size_t count_symbols(const DynamicTables& tables);
bool holds(const dl_phdr_info& object, std::uintptr_t address);
// Says whether the name of the object's file, without its folder, begins so.
bool is_file_of(const dl_phdr_info& object, const char* prefix);
inline bool is_executable(const dl_phdr_info& object) {
  return object.dlpi_name == nullptr || object.dlpi_name[0] == '\0';
}

// Returns a number that changes whenever an object is loaded or unloaded.
std::uint64_t count_of_loads();
// Returns the function of that name that the executable exports, or else one of the objects whose file's name begins with one of these
// two; nullptr if there is none. An object that is unloaded takes its function with it.
void* find_loaded_function(const char* name, const char* file_prefix, const char* other_prefix);

}  // namespace xomp::platform
