// dlopen and dlsym.
#include "platform/shared_object.h"

#include <cstdint>
#include <dlfcn.h>

#include "platform/loaded_objects.h"

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
void* find_symbol(void* shared_object, const char* name) { return without_message(dlsym(shared_object, name)); }
void* open_tool_library(const char* name) { return dlopen(name, RTLD_LAZY | RTLD_LOCAL); }
void close_shared_object(void* shared_object) { dlclose(shared_object); }
const char* loader_message() {
  const char* const message = dlerror();
  return message != nullptr ? message : "no reason given";
}
void* find_in_process(const char* name) { return without_message(dlsym(RTLD_DEFAULT, name)); }
void* find_after_this_library(const char* name) { return without_message(dlsym(RTLD_NEXT, name)); }
void* find_loaded_symbol(const char* name, [[maybe_unused]] const char* version) {
#ifdef __GLIBC__
  return without_message(dlvsym(RTLD_DEFAULT, name, version));
#else
  return without_message(dlsym(RTLD_DEFAULT, name));  // musl's loader knows no versions
#endif
}

bool is_another_loaded(const char* file_prefix) {
  const auto visit = [](dl_phdr_info* object, std::size_t, void* prefix) {
    const bool is_wanted = is_file_of(*object, static_cast<const char*>(prefix));
    return int{is_wanted && !holds(*object, reinterpret_cast<std::uintptr_t>(&is_another_loaded))};
  };
  return dl_iterate_phdr(visit, const_cast<char*>(file_prefix)) != 0;
}

}  // namespace xomp::platform
