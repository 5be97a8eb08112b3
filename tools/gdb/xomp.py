# For gdb:  source PREFIX/share/xomp/gdb/xomp.py
# Adds `info omp`, `info omp threads`, `info omp tasks`, `info omp deps`, and a filter that hides the runtime's frames from `bt`.
# `xomp stack` calls it. It reads the table that libxomp.so exports (src/core/team/debugger_layout.cpp).
import os
import sys

_folder = os.path.dirname(os.path.realpath(__file__))
if _folder not in sys.path:
    sys.path.insert(0, _folder)

# An installation holds what was installed, and no byte code.
_writes_no_code, sys.dont_write_bytecode = sys.dont_write_bytecode, True
import xomp_debugger.commands  # noqa: E402,F401
sys.dont_write_bytecode = _writes_no_code
