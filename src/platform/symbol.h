// Names of a program's variables, from what the loader mapped and, for the executable, from its file.
#pragma once

#include <cstddef>

namespace xomp::platform {

// Copies to `name` the name of the data symbol that starts at `address` and whose name begins with `prefix`. Returns
// false if there is none, it is longer than `room`, or finding it would take more than about a millisecond. It searches
// the dynamic symbols of shared objects; of the executable these, then its symbol table on disk. It takes no lock that
// is held while constructors run (dladdr's is) and allocates nothing. Keeps errno.
bool find_data_symbol(const void* address, const char* prefix, char* name, std::size_t room);

}  // namespace xomp::platform
