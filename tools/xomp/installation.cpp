// bin/xomp looks for ../lib/libxomp.so; distributions with another library directory are covered by the name that the
// build was configured with.
#include "installation.h"

#include "message.h"

namespace xomp::tool {

namespace fs = std::filesystem;

Installation find_installation() {
  std::error_code ignored;
  const fs::path prefix = fs::read_symlink("/proc/self/exe", ignored).parent_path().parent_path();
  for (const fs::path& libraries : {prefix / "lib", prefix / XOMP_LIBRARY_DIRECTORY}) {
    for (const fs::path& compat : {libraries / "xomp" / "compat", libraries / "compat"}) {
      if (fs::exists(libraries / "libxomp.so", ignored) && fs::exists(compat / "libgomp.so.1", ignored)) {
        return {libraries / "libxomp.so", compat};
      }
    }
  }
  fail(kExitOwnError, "libxomp.so and its compat directory are not in {} (was the command moved away from them?)",
       (prefix / "lib").string());
}

}  // namespace xomp::tool
