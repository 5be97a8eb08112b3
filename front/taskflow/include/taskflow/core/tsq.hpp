// Where the work-stealing queues were before.
#pragma once

#include "wsq.hpp"
