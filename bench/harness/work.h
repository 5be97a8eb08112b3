// Clocks, energy, and work of a known length: of all measuring programs, those of bench/problems and those of bench/micro.
// The one thread that times calls all but work_ns.
#pragma once

#ifdef __cplusplus
extern "C" {
#endif

double seconds_now(void);      // by the wall clock
double cpu_seconds_now(void);  // of the whole process

// Times the steps of work_ns and returns how many there are to a ns; once, before the first run. BENCH_STEPS_PER_NS in the environment says
// it instead: then all processes of a comparison do the same work, also those that begin while the machine is busy.
double calibrate_work(void);
// Busy for about that many ns, without memory: a chain of multiplications, the same number
// of them every time. Any thread.
void work_ns(double ns);

// The energy that the machine's processors have used, where the system lets this process read it: all programs' and the idle
// processors' together. These are the counters of all packages at one moment (energy.c).
enum { most_packages = 64 };
typedef struct Energy {
  int packages;                                        // 0: the system does not tell
  double joules[most_packages], range[most_packages];  // a counter that has come to its range begins again at 0
} Energy;

Energy energy_now(void);
// Between two moments; negative if the system does not tell. A counter may have come round once.
double joules_between(const Energy* before, const Energy* after);

#ifdef __cplusplus
}
#endif
