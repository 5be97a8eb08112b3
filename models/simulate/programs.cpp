// The table of programs.
#include "models/simulate/program.h"

namespace xomp::simulate {

extern const Program fib_program, uts_program, producer_program, flat_program, chain_program, cholesky_program;
extern const Program skynet_program, nqueens_program, matmul_program, additions_program, barriers_program;

namespace {
constexpr const Program* kPrograms[] = {&fib_program,    &uts_program,       &producer_program, &flat_program,
                                        &chain_program,  &cholesky_program,  &skynet_program,   &nqueens_program,
                                        &matmul_program, &additions_program, &barriers_program};
}
constinit const std::span<const Program* const> all_programs(kPrograms);

}  // namespace xomp::simulate
