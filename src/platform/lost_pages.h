// A mapped file that another program shortens: the pages that are gone raise SIGBUS when they are touched. Here they become memory of
// the process's own, and the process goes on.
#pragma once

#include <cstddef>

namespace xomp::platform {

// From now on a touch of lost pages in this part of memory makes all of it private and empty. One part at a time. Called again once in a
// while: a program that sets a handler of its own for SIGBUS replaces ours. Its handler then gets what is not of the part.
void survive_lost_pages(char* start, std::size_t bytes);
// The part is about to be unmapped.
void forget_lost_pages();
// Says whether pages of the part were lost.
bool has_lost_pages();

}  // namespace xomp::platform
