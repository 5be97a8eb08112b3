// Clocks, and work of a known length: of all measuring programs, those of bench/problems and those of bench/micro.
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

#ifdef __cplusplus
}
#endif
