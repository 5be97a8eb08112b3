// Libraries that are used if they are installed, opened at run time.
#pragma once

namespace xomp::platform {

// nullptr if there is none of that name. Stays open for ever.
void* open_shared_object(const char* name);
void* find_symbol(void* shared_object, const char* name);
// The address of a symbol of a library that the program has loaded, by name and version node; nullptr if there is none.
void* find_loaded_symbol(const char* name, const char* version);

}  // namespace xomp::platform
