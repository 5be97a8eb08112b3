// What an ABI may call for tasks: creating and handing over, waiting, taskgroups, taskloops, dependences, events.
#pragma once

#include "core/sched/dependent.h"
#include "core/sched/detach.h"
#include "core/sched/in_place.h"
#include "core/sched/spawn.h"
#include "core/sched/taskgroup.h"
#include "core/sched/taskloop.h"
#include "core/sched/waiting.h"
#include "core/task/dependences.h"
#include "core/task/reduction.h"
