#!/bin/sh
# usage: version_aliases.sh NM EXPORTS OBJECT... >aliases.ld
# From src/exports.txt: a linker script with one line `"name@NODE" = name;` for each name that the objects define. Both
# GNU ld and lld take such a symbol for name in the (non-default) version NODE.
set -eu
nm=$1 exports=$2
shift 2
"$nm" --quiet -g --defined-only "$@" | awk '
  FNR == NR { if (NF == 3) defined[$3] = 1; next }
  /^#/ { next }
  /^\[/ { node = substr($1, 2, length($1) - 2); next }
  { for (i = 1; i <= NF; i++) if ($i in defined) printf "\"%s@%s\" = %s;\n", $i, node, $i }
' - "$exports"
