// What AddressSanitizer asks before a program begins. Built into the program as a shared library, it ends the program where another library
// comes before it: its definitions of malloc() and the like must be found first. XOMP is preloaded and comes before it, but defines none of
// these. A program's own function of this name, and ASAN_OPTIONS, still count.
#include "platform/export.h"

XOMP_EXPORT const char* __asan_default_options();

XOMP_EXPORT [[gnu::weak]] const char* __asan_default_options() { return "verify_asan_link_order=0"; }
