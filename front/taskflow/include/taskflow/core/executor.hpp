// Executor, and all that tasks may ask of it: Runtime, asyncs, TaskGroup.
#pragma once

#include "../detail/executor_members.hpp"
