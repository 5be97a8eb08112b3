// The names of environment variables.
#pragma once

#define TF_ENABLE_PROFILER "TF_ENABLE_PROFILER"
