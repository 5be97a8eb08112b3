// What all algorithms share.
#pragma once

#include "launch.hpp"
#include "partitioner.hpp"
