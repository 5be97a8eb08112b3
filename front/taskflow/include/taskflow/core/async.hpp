// The asyncs of executors, runtimes and task groups: part of the executor.
#pragma once

#include "executor.hpp"
