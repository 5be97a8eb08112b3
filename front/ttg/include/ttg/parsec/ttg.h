// For programs that include the header of TTG's back end for PaRSEC. All back ends are one here.
#ifndef XOMP_TTG_PARSEC_TTG_H
#define XOMP_TTG_PARSEC_TTG_H

#include <ttg.h>

#endif
