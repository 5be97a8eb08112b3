#include "core/team/threads_clause.h"

#include <cstdlib>

#include "platform/message.h"

namespace xomp::team {

void report_missed_threads(const ThreadsClause& clause, int asked, int given) {
  const char* message = clause.message != nullptr ? clause.message : "num_threads(strict) is not met";
  const bool fatal = clause.strictness == Strictness::fatal;
  platform::print("xomp: %s: %s: %d threads instead of %d\n", fatal ? "fatal" : "warning", message, given, asked);
  if (fatal) std::exit(EXIT_FAILURE);
}

}  // namespace xomp::team
