// How an entry of gcc's interface is made visible.
#pragma once

#define XOMP_EXPORT extern "C" [[gnu::visibility("default")]]
