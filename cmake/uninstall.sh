#!/bin/sh
# usage: cmake/uninstall.sh PREFIX
# Removes the files and links that PREFIX/share/xomp/installed.txt names (cmake/installed.cmake), then the folders that are empty without
# them, and nothing else.
set -eu
[ $# = 1 ] || { echo "usage: cmake/uninstall.sh PREFIX" >&2; exit 2; }
prefix=${1%/}
list=$prefix/share/xomp/installed.txt
[ -f "$list" ] || {
  echo "nothing to uninstall: there is no $list, which \`make install\` writes; PREFIX=... names another place" >&2
  exit 1
}
if grep -qE '[ /]\.\.(/|$)' "$list"; then
  echo "nothing was removed: $list has a path with '..' in it" >&2
  exit 1
fi
# Read before it is removed itself. Folders inside of others come first.
export LC_ALL=C
lines=$(grep -E '^file ' "$list" && grep -E '^folder ' "$list" | sort -r && grep -E '^above ' "$list" | sort -r || true)
count=0
while read -r kind path; do
  case $kind in
    file)
      case $path in /*) ;; *) path=$prefix/$path ;; esac
      [ -e "$path" ] || [ -h "$path" ] || continue
      rm -f -- "$path"
      count=$((count + 1)) ;;
    folder)
      [ "$path" = . ] && path=$prefix || path=$prefix/$path
      [ ! -d "$path" ] || rmdir -- "$path" 2>/dev/null || : ;;
    above)  # not where the tree was moved to
      case $prefix/ in "$path"/*) [ ! -d "$path" ] || rmdir -- "$path" 2>/dev/null || : ;; esac ;;
  esac
done <<END
$lines
END
echo "removed $count files from $prefix"
