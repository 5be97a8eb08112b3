// Libraries that are used if they are installed, opened at run time.
#pragma once

namespace xomp::platform {

// nullptr if there is none of that name. Stays open for ever.
void* open_shared_object(const char* name);
void* find_symbol(void* shared_object, const char* name);
// The address of a symbol of a library that the program has loaded, by name and version node; nullptr if there is none.
void* find_loaded_symbol(const char* name, const char* version);
// Says whether an object other than the one with this code is loaded whose file's name begins so. Any thread, also in a
// constructor.
bool is_another_loaded(const char* file_prefix);

}  // namespace xomp::platform
