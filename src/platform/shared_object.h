// Libraries that are used if they are installed, opened at run time.
#pragma once

namespace xomp::platform {

// nullptr if there is none of that name. Stays open for ever.
void* open_shared_object(const char* name);
void* find_symbol(void* shared_object, const char* name);
// A library that the user names and that may not want to be used: functions are bound when they are first called.
void* open_tool_library(const char* name);
void close_shared_object(void* shared_object);
// Why the calling thread's last call of these failed.
const char* loader_message();
// The first definition of a symbol in the process; the first after this library's own. Returns nullptr if there is
// none.
void* find_in_process(const char* name);
void* find_after_this_library(const char* name);
// The address of a symbol of a library that the program has loaded, by name and version node, or nullptr if there is
// none.
void* find_loaded_symbol(const char* name, const char* version);
// Says whether an object other than the one with this code is loaded whose file's name begins so. Any thread, also in a
// constructor.
bool is_another_loaded(const char* file_prefix);

}  // namespace xomp::platform
