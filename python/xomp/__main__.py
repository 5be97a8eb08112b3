"""python -m xomp SUBCOMMAND ...: the command `xomp` of this environment, also where its bin/ is not in PATH."""
import os
import sys

from ._installation import command_path

os.execv(command_path(), [command_path(), *sys.argv[1:]])
