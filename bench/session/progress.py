"""Says on stderr how far the runs are and how long the rest will take: a bar on a terminal, else a line for each case."""
import shutil
import sys
import time

BAR = 24
GUESS_S = 0.5  # of a run, before any was made


def duration_text(seconds):
    seconds = round(seconds)
    return f"{seconds // 3600}:{seconds // 60 % 60:02}:{seconds % 60:02}" if seconds >= 3600 else f"{seconds // 60}:{seconds % 60:02}"


class Estimate:
    """How long runs take, by what earlier runs of the same case took, else of the same work."""

    def __init__(self):
        self._of_case, self._of_task, self._all = {}, {}, []

    def add(self, case, seconds):
        self._of_case.setdefault(case.key, []).append(seconds)
        self._of_task.setdefault((case.task, case.threads), []).append(seconds)
        self._all.append(seconds)

    def of(self, case):
        seconds = self._of_case.get(case.key) or self._of_task.get((case.task, case.threads)) or self._all or [GUESS_S]
        return sum(seconds) / len(seconds)

    def of_key(self, key):
        """Of a case that has run."""
        return sum(self._of_case[key]) / len(self._of_case[key])


class Progress:
    def __init__(self, total, done, estimate, budget, out=sys.stderr):
        self._total, self._done, self._estimate, self._budget, self._out = total, done, estimate, budget, out
        self._bar = out.isatty()
        self._start, self._told = time.monotonic(), set()

    @staticmethod
    def _title(case):
        return f"{case.task} ({case.version}), {case.threads} thread{'' if case.threads == 1 else 's'}, {case.runner}"

    def building(self, number, total):
        if self._bar:
            self._line(f"building the programs: {number} of {total}")

    def begin(self, case, remaining):
        """`remaining`: how many runs of each case are still to be made, this one included."""
        if self._bar:
            full = BAR * self._done // max(1, self._total)
            self._line(f"[{'#' * full}{'.' * (BAR - full)}] {self._done}/{self._total}, {duration_text(time.monotonic() - self._start)} gone, "
                       f"about {self._left(remaining)} left: {self._title(case)}")

    def end(self, case, record):
        self._done += 1
        failed = record["kind"] == "failure"
        if failed or not self._bar and case.key not in self._told:
            what = record["reason"] if failed else f"{record['wall_s']:.4g} s" + (f", {record['cpu_s']:.4g} s of processors" if "cpu_s" in record else "")
            self._clear()
            print(f"{self._done}/{self._total} {self._title(case)}: {what}", file=self._out, flush=True)
        self._told.add(case.key)

    def round(self, number, total, remaining):
        if not self._bar and number > 1:
            print(f"run {number} of {total} of each, about {self._left(remaining)} left", file=self._out, flush=True)

    def _left(self, remaining):
        return duration_text(max(0, min(self._budget.left_s(), sum(self._estimate.of(case) * runs for case, runs in remaining.items() if runs))))

    def _line(self, text):
        width = shutil.get_terminal_size().columns
        print("\r\x1b[K" + text[:width - 1], end="", file=self._out, flush=True)

    def _clear(self):
        if self._bar:
            print("\r\x1b[K", end="", file=self._out, flush=True)

    def close(self):
        self._clear()
