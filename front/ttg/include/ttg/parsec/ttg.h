// For programs that include the header of a back end: there is one, whatever its name.
#ifndef XOMP_TTG_PARSEC_TTG_H
#define XOMP_TTG_PARSEC_TTG_H

#include <ttg.h>

#endif
