// What the engine's atomics, and for plain accesses the compiler, call on the virtual machine (access.cpp).
#pragma once

#include <cstdint>

namespace xomp::simulate {

std::uint64_t load(const void* address, int bytes);
void store(void* address, std::uint64_t value, int bytes);
std::uint64_t exchange(void* address, std::uint64_t value, int bytes);
bool compare_exchange(void* address, std::uint64_t& expected, std::uint64_t value, int bytes);
std::uint64_t fetch_add(void* address, std::uint64_t value, int bytes);
std::uint64_t fetch_and(void* address, std::uint64_t value, int bytes);
std::uint64_t fetch_or(void* address, std::uint64_t value, int bytes);
void full_fence();

}  // namespace xomp::simulate
