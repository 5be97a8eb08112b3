// For programs that include the header of TTG's back end for MADNESS. All back ends are one here.
#ifndef XOMP_TTG_MADNESS_TTG_H
#define XOMP_TTG_MADNESS_TTG_H

#include <ttg.h>

#endif
