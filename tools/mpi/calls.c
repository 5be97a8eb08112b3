// Tells the recorder when a thread is in a call of MPI that may wait for other processes. `xomp trace` preloads this file, so that the
// program's calls come here first and go on to the next definition of the same name: that of MPI, or of another tool. It needs no header of
// MPI, and serves all of them: arguments of these calls are integers and addresses, which are passed on as they came, twelve of them, though
// a call has fewer. What is passed too much is what lies on the stack, and nobody reads it.
//
// The library's entries are looked up, so that this file does nothing in a process without XOMP.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdbool.h>
#include <stdint.h>

typedef long Function(long, long, long, long, long, long, long, long, long, long, long, long);

struct Call {
  const char* name;
  _Atomic(Function*) next;
  _Atomic uint32_t number;  // of its name in the recording, and 1; 0: not looked up yet
};

typedef uint32_t NumberOfName(const char*);
typedef void NoteCall(uint32_t, bool);

// How many of these calls the thread is in. Those of Fortran call those of C.
static _Thread_local int depth __attribute__((tls_model("initial-exec")));
static _Thread_local bool is_known __attribute__((tls_model("initial-exec")));

// The library knows threads that have met OpenMP. This one may wait for others first, and then belongs into the recording, too.
static void introduce(void) {
  void* (*outside)(void) = 0;
  *(void**)&outside = dlsym(RTLD_DEFAULT, "xomp_graph_outside_1");
  if (outside != 0) outside();
  is_known = true;
}

static NoteCall* note_call(void) {
  static _Atomic(NoteCall*) known;
  NoteCall* note = known;
  if (note == 0) {
    *(void**)&note = dlsym(RTLD_DEFAULT, "xomp_graph_mpi_call_1");
    known = note;  // several threads may write the same value
  }
  return note;
}

static uint32_t number_of(struct Call* call) {
  uint32_t number = call->number;
  if (number != 0) return number - 1;
  NumberOfName* name = 0;
  *(void**)&name = dlsym(RTLD_DEFAULT, "xomp_graph_name_1");
  number = name != 0 ? name(call->name) : 0;
  if (number != 0) call->number = number + 1;  // 0: nothing is recorded yet. Several threads get the same number
  return number;
}

static Function* next_of(struct Call* call) {
  Function* next = call->next;
  if (next == 0) {
    *(void**)&next = dlsym(RTLD_NEXT, call->name);
    call->next = next;
  }
  return next;
}

static void note(struct Call* call, bool begins) {
  depth += begins ? 1 : -1;
  if (depth != (begins ? 1 : 0)) return;
  if (!is_known) introduce();
  NoteCall* const note = note_call();
  if (note != 0) note(number_of(call), begins);
}

// clang-format off
#define DEFINE(function)                                                                                             \
  __attribute__((visibility("default"))) long function(long a, long b, long c, long d, long e, long f, long g, long h, \
                                                       long i, long j, long k, long l) {                             \
    static struct Call call = {#function, 0, 0};                                                                     \
    Function* const next = next_of(&call);                                                                           \
    if (next == 0) __builtin_trap(); /* the program calls what nobody defines */                                     \
    note(&call, true);                                                                                               \
    const long result = next(a, b, c, d, e, f, g, h, i, j, k, l);                                                    \
    note(&call, false);                                                                                              \
    return result;                                                                                                   \
  }
// As C calls it, and as Fortran does: with mpif.h or the module mpi, and with mpi_f08.
#define CALL(C, fortran) DEFINE(C) DEFINE(fortran##_) DEFINE(fortran##_f08_)

CALL(MPI_Recv, mpi_recv) CALL(MPI_Mrecv, mpi_mrecv) CALL(MPI_Send, mpi_send) CALL(MPI_Ssend, mpi_ssend)
CALL(MPI_Rsend, mpi_rsend) CALL(MPI_Bsend, mpi_bsend) CALL(MPI_Sendrecv, mpi_sendrecv)
CALL(MPI_Sendrecv_replace, mpi_sendrecv_replace) CALL(MPI_Probe, mpi_probe) CALL(MPI_Mprobe, mpi_mprobe)
CALL(MPI_Wait, mpi_wait) CALL(MPI_Waitall, mpi_waitall) CALL(MPI_Waitany, mpi_waitany) CALL(MPI_Waitsome, mpi_waitsome)
CALL(MPI_Barrier, mpi_barrier) CALL(MPI_Bcast, mpi_bcast) CALL(MPI_Reduce, mpi_reduce) CALL(MPI_Allreduce, mpi_allreduce)
CALL(MPI_Reduce_scatter, mpi_reduce_scatter) CALL(MPI_Reduce_scatter_block, mpi_reduce_scatter_block)
CALL(MPI_Gather, mpi_gather) CALL(MPI_Gatherv, mpi_gatherv) CALL(MPI_Allgather, mpi_allgather)
CALL(MPI_Allgatherv, mpi_allgatherv) CALL(MPI_Scatter, mpi_scatter) CALL(MPI_Scatterv, mpi_scatterv)
CALL(MPI_Alltoall, mpi_alltoall) CALL(MPI_Alltoallv, mpi_alltoallv) CALL(MPI_Alltoallw, mpi_alltoallw)
CALL(MPI_Scan, mpi_scan) CALL(MPI_Exscan, mpi_exscan)
CALL(MPI_Neighbor_allgather, mpi_neighbor_allgather) CALL(MPI_Neighbor_allgatherv, mpi_neighbor_allgatherv)
CALL(MPI_Neighbor_alltoall, mpi_neighbor_alltoall) CALL(MPI_Neighbor_alltoallv, mpi_neighbor_alltoallv)
CALL(MPI_Win_fence, mpi_win_fence) CALL(MPI_Win_lock, mpi_win_lock) CALL(MPI_Win_unlock, mpi_win_unlock)
CALL(MPI_Win_lock_all, mpi_win_lock_all) CALL(MPI_Win_unlock_all, mpi_win_unlock_all) CALL(MPI_Win_wait, mpi_win_wait)
CALL(MPI_Win_flush, mpi_win_flush) CALL(MPI_Win_flush_all, mpi_win_flush_all) CALL(MPI_Win_start, mpi_win_start)
CALL(MPI_Win_complete, mpi_win_complete)
CALL(MPI_File_open, mpi_file_open) CALL(MPI_File_close, mpi_file_close)
CALL(MPI_File_read_all, mpi_file_read_all) CALL(MPI_File_write_all, mpi_file_write_all)
CALL(MPI_File_read_at_all, mpi_file_read_at_all) CALL(MPI_File_write_at_all, mpi_file_write_at_all)
CALL(MPI_Comm_split, mpi_comm_split) CALL(MPI_Comm_dup, mpi_comm_dup) CALL(MPI_Comm_create, mpi_comm_create)
CALL(MPI_Init, mpi_init) CALL(MPI_Init_thread, mpi_init_thread) CALL(MPI_Finalize, mpi_finalize)
