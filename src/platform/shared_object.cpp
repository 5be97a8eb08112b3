// dlopen and dlsym.
#include "platform/shared_object.h"

#include <dlfcn.h>

namespace xomp::platform {

void* open_shared_object(const char* name) { return dlopen(name, RTLD_NOW | RTLD_LOCAL); }
void* find_symbol(void* shared_object, const char* name) { return dlsym(shared_object, name); }

}  // namespace xomp::platform
