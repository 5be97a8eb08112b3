// What lends threads to views, for the files that do it: view_threads.cpp, views.cpp and warden.cpp. All with Pool::lock held, under
// which what is atomic here is written: relaxed.
#pragma once

#include "core/graph/view.h"

namespace xomp::graph {

// The view's seats, or the room for threads, have changed.
void update_wants(View& view);
// Gives a thread to a view that has tasks, and returns the event that tells it; nullptr if there is none to give.
sleep::EventWord* lend(View& view);
// The warden looks from now on.
void watch();
// Nobody has the view any more.
void recycle(View& view);

}  // namespace xomp::graph
