// ICVs whose value follows from variables of others.
#pragma once

namespace xomp::icv {

// After all variables were read.
void derive_values();

}  // namespace xomp::icv
