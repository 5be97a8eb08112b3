// Runtime and NonpreemptiveRuntime: part of the executor.
#pragma once

#include "executor.hpp"
