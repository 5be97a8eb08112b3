// Tasks, for the ABIs: explicit tasks and their dependences, taskloops, taskgroups, task reductions, detach.
#pragma once

#include "core/icv/icv.h"
#include "core/sched/in_place.h"
#include "core/sched/scheduler.h"
#include "core/sched/taskloop.h"
#include "core/task/dependences.h"
#include "core/task/reduction.h"
#include "core/task/task.h"
#include "core/task/taskgroup.h"
#include "core/team/construct_reductions.h"
#include "core/team/team.h"
