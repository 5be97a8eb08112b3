// The counters by which the measuring programs check themselves. count_here is called from any thread of a team.
#include "micro.h"

#include <string.h>

Slot slots[max_threads];

void clear_slots(void) { memset(slots, 0, sizeof slots); }

long sum_of_slots(void) {
  long sum = 0;
  for (int i = 0; i < max_threads; ++i) sum += slots[i].count;
  return sum;
}

bool slots_hold(int threads, long each) {
  for (int i = 0; i < threads; ++i)
    if (slots[i].count != each) return false;
  return sum_of_slots() == each * threads;
}
