// The exchange of records between ranks, complete: its class (exchange_class.h) and its members, one file for each direction.
#ifndef XOMP_TTG_RANKS_EXCHANGE_EXCHANGE_H
#define XOMP_TTG_RANKS_EXCHANGE_EXCHANGE_H

#include "ttg/ranks/exchange/exchange_in.h"
#include "ttg/ranks/exchange/exchange_out.h"

#endif
