// How an exported function is made visible.
#pragma once

#define XOMP_EXPORT extern "C" [[gnu::visibility("default")]]
