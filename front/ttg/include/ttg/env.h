// The environment.
#ifndef XOMP_TTG_ENV_H
#define XOMP_TTG_ENV_H

#include "ttg/util/env.h"

#endif
