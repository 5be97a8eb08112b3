// What a program may ask about its environment: how many threads it has.
#ifndef XOMP_TTG_ENV_H
#define XOMP_TTG_ENV_H

#include "ttg/util/env.h"

#endif
