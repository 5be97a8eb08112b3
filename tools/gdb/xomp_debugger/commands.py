"""The commands, and the frame filter."""
import gdb

from . import memory, places, report


class InfoOmp(gdb.Command):
    """Shows which thread waits for what in an OpenMP program on libxomp.so: thread by thread, and in short."""

    def __init__(self):
        super().__init__("info omp", gdb.COMMAND_STATUS, prefix=True)

    def invoke(self, words, from_tty):
        gdb.write(report.text_of(report.everything)[0])


class XompStack(gdb.Command):
    """For `xomp stack`: xomp-stack [tasks]. Marks where its text begins and ends, and says whether there was something to say."""

    def __init__(self):
        super().__init__("xomp-stack", gdb.COMMAND_STATUS)

    def invoke(self, words, from_tty):
        text, found = report.text_of(report.everything)
        if found and "tasks" in words.split():
            text += "\nTasks:\n" + report.text_of(report.tasks)[0] + "\nDependences:\n" + report.text_of(report.deps)[0]
        gdb.write(f"@xomp-report {'found' if found else 'nothing'}@\n{text}@xomp-end@\n")


class InfoOmpThreads(gdb.Command):
    """All threads of the process: team and number, where each is, and what it waits for."""

    def __init__(self):
        super().__init__("info omp threads", gdb.COMMAND_STATUS)

    def invoke(self, words, from_tty):
        gdb.write(report.text_of(report.threads)[0])


class InfoOmpTasks(gdb.Command):
    """Tasks that have not ended: those that threads execute, that wait for an event, and that dependences connect."""

    def __init__(self):
        super().__init__("info omp tasks", gdb.COMMAND_STATUS)

    def invoke(self, words, from_tty):
        gdb.write(report.text_of(report.tasks)[0])


class InfoOmpDeps(gdb.Command):
    """Tasks that wait for others, and for which."""

    def __init__(self):
        super().__init__("info omp deps", gdb.COMMAND_STATUS)

    def invoke(self, words, from_tty):
        gdb.write(report.text_of(report.deps)[0])


class HiddenFrames:
    """Of each row of the runtime's frames `bt` shows the oldest one only, which the program has called, or that calls the
    program. `bt -no-filters` shows all; so does `disable frame-filter global xomp`."""

    name, priority, enabled = "xomp", 100, True

    def __init__(self):
        gdb.frame_filters[self.name] = self

    def filter(self, frames):
        try:
            runtime = places.module_of(memory.layout().address)
        except memory.Missing:
            return frames
        return self._without(frames, runtime)

    @staticmethod
    def _without(frames, runtime):
        held = None
        for frame in frames:
            is_ours = places.module_of(frame.inferior_frame().pc()) == runtime
            if held is not None and not is_ours:
                yield held
            held = frame if is_ours else None
            if not is_ours:
                yield frame
        if held is not None:
            yield held


gdb.events.exited.connect(lambda event: memory.forget())
for command in (InfoOmp, XompStack, InfoOmpThreads, InfoOmpTasks, InfoOmpDeps, HiddenFrames):
    command()
