// Where observers were declared before.
#pragma once

#include "../observer/chrome.hpp"
#include "../observer/interface.hpp"
#include "../observer/tfprof.hpp"
