// dlopen and dlsym.
#include "platform/shared_object.h"

#include <cstdint>
#include <cstring>
#include <dlfcn.h>
#include <link.h>

namespace xomp::platform {

namespace {

// A symbol that is not there is no error of the program's. Without this it would find a message in dlerror(), maybe
// after a dlopen() of its own that succeeded: a library's constructor may have made the runtime's first call.
void* without_message(void* found) {
  if (found == nullptr) dlerror();
  return found;
}

}  // namespace

void* open_shared_object(const char* name) { return without_message(dlopen(name, RTLD_NOW | RTLD_LOCAL)); }
void* keep_loaded(const char* name) { return without_message(dlopen(name, RTLD_LAZY | RTLD_LOCAL | RTLD_NOLOAD)); }
void* find_symbol(void* shared_object, const char* name) { return without_message(dlsym(shared_object, name)); }
void* open_tool_library(const char* name) { return dlopen(name, RTLD_LAZY | RTLD_LOCAL); }
void close_shared_object(void* shared_object) { dlclose(shared_object); }
const char* loader_message() {
  const char* const message = dlerror();
  return message != nullptr ? message : "no reason given";
}
void* find_in_process(const char* name) { return without_message(dlsym(RTLD_DEFAULT, name)); }
void* find_after_this_library(const char* name) { return without_message(dlsym(RTLD_NEXT, name)); }
void* find_loaded_symbol(const char* name, const char* version) {
  return without_message(dlvsym(RTLD_DEFAULT, name, version));
}

namespace {

bool holds(const dl_phdr_info& object, std::uintptr_t address) {
  for (int i = 0; i < object.dlpi_phnum; ++i) {
    const auto& part = object.dlpi_phdr[i];
    if (part.p_type == PT_LOAD && address - (object.dlpi_addr + part.p_vaddr) < part.p_memsz) return true;
  }
  return false;
}

}  // namespace

bool is_another_loaded(const char* file_prefix) {
  const auto visit = [](dl_phdr_info* object, std::size_t, void* prefix) {
    const char* const slash = std::strrchr(object->dlpi_name, '/');
    const char* const file = slash != nullptr ? slash + 1 : object->dlpi_name;
    const char* const wanted = static_cast<const char*>(prefix);
    const bool is_wanted = std::strncmp(file, wanted, std::strlen(wanted)) == 0;
    return int{is_wanted && !holds(*object, reinterpret_cast<std::uintptr_t>(&is_another_loaded))};
  };
  return dl_iterate_phdr(visit, const_cast<char*>(file_prefix)) != 0;
}

}  // namespace xomp::platform
