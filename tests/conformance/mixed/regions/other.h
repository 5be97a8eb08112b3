// What a library built by the other compiler does inside the program's constructs.
#ifndef OTHER_H
#define OTHER_H

int other_thread_number(void);
int other_team_size(void);
int other_region(int threads);                       // opens a region of its own, counts its threads
long other_tasks(int n);                             // orphaned tasks and a taskwait
long other_grouped(int n);                           // orphaned tasks in a taskgroup
void other_loop(int* visits, int n);                 // orphaned worksharing loop
void other_dynamic_loop(int* visits, int n);
void other_single(int* count);
void other_sections(int* count);
void other_add_in_critical(long* total);             // critical(counted)
void other_add_unnamed(long* total);                 // critical
int* other_threadprivate(void);
void other_barrier(void);
void other_depend(int* value, int out);              // a task with depend(inout: *value), writes `out`
void other_spawn(int* count, int n);                 // tasks, no wait
long other_reduction(int n);
void other_ordered(int i, int* next);

#endif
