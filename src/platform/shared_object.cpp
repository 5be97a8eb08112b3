// dlopen and dlsym.
#include "platform/shared_object.h"

#include <dlfcn.h>

namespace xomp::platform {

void* open_shared_object(const char* name) { return dlopen(name, RTLD_NOW | RTLD_LOCAL); }
void* find_symbol(void* shared_object, const char* name) { return dlsym(shared_object, name); }
void* find_loaded_symbol(const char* name, const char* version) { return dlvsym(RTLD_DEFAULT, name, version); }

}  // namespace xomp::platform
