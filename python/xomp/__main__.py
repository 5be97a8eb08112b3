"""python -m xomp SUBCOMMAND ...: the command `xomp` of this environment, also where its bin/ is not in PATH. `launchers` is Python's own."""
import os
import sys

from ._installation import command_path

if sys.argv[1:2] == ["launchers"]:
    from ._launchers import main
    main(sys.argv[2:])
else:
    os.execv(command_path(), [command_path(), *sys.argv[1:]])
