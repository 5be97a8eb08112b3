// Calling a function with an argument list that is known at run time only: clang's outlined parallel regions.
#pragma once

#include <cstdint>

// f(first, second, arguments[0], ..., arguments[count-1]): every argument one 8-byte integer-class value.
// Written in assembler, one file a processor.
extern "C" void xomp_invoke_microtask(void* f, std::int32_t* first, std::int32_t* second, std::int64_t count,
                                      void** arguments);
// As xomp_invoke_microtask. *exit also gets the frame pointer of the frame from which f is called, for a tool.
extern "C" void xomp_invoke_microtask_seen(void* f, std::int32_t* first, std::int32_t* second, std::int64_t count,
                                           void** arguments, void** exit);
