// Libraries that are used if they are installed, opened at run time.
#pragma once

namespace xomp::platform {

// nullptr if there is none of that name. Stays open for ever.
void* open_shared_object(const char* name);
void* find_symbol(void* shared_object, const char* name);

}  // namespace xomp::platform
