"""The results: JSON Lines, one record each, written as soon as it is known, and read again by whoever goes on or compares."""
import collections
import datetime
import hashlib
import json
import pathlib
import sys

FILE = "results.jsonl"


def read(path):
    """All records. A last line that was cut off is no record; any other line that can't be read is an error."""
    records = []
    lines = pathlib.Path(path).read_text(encoding="utf-8", errors="replace").splitlines()
    for number, line in enumerate(lines, 1):
        try:
            record = json.loads(line)
        except ValueError:
            if number == len(lines) and line.startswith("{"):
                break
            refuse(path, number, "no JSON")
        if not isinstance(record, dict) or "kind" not in record:
            refuse(path, number, "no record of xomp bench")
        records.append(record)
    return records


def refuse(path, number, why):
    print(f"xomp bench: error: {path}, line {number}: {why}", file=sys.stderr)
    raise SystemExit(125)


def plan_mark(cases, library_digest, options):
    """Two invocations with the same mark measure the same."""
    settings = [options.warm_up, options.at_least_s, options.input, options.budget_s, options.environment, options.allocator]
    text = "\n".join([*(case.key for case in cases), library_digest, repr(settings)])
    return hashlib.sha256(text.encode()).hexdigest()[:16]


class Results:
    """Of one plan, in a directory. An earlier file of the same plan is gone on with, any other is kept under another name."""

    def __init__(self, directory, mark, wanted_runs, resume):
        self.path = pathlib.Path(directory) / FILE
        self.path.parent.mkdir(parents=True, exist_ok=True)
        self.records, self.aside, self.resumed = [], None, False
        if self.path.exists():
            earlier = read(self.path)
            same = any(r["kind"] == "machine" and r.get("plan") == mark for r in earlier)
            if resume and same and not _has_ended(earlier, wanted_runs):
                self.records, self.resumed = earlier, True
            else:
                self.aside = self._put_aside()
        # Written anew: a line that was cut off must not swallow the next one.
        unfinished = self.path.with_suffix(".unfinished")
        unfinished.write_text("".join(json.dumps(r) + "\n" for r in self.records), encoding="utf-8")
        unfinished.rename(self.path)
        self._by_key = collections.defaultdict(list)
        for record in self.records:
            self._by_key[record.get("key")].append(record)

    def _put_aside(self):
        when = datetime.datetime.fromtimestamp(self.path.stat().st_mtime).strftime("%Y-%m-%dT%H-%M-%S")
        aside = self.path.with_name(f"results-{when}.jsonl")
        self.path.rename(aside)
        return aside

    def add(self, record):
        self.records.append(record)
        self._by_key[record.get("key")].append(record)
        with open(self.path, "a", encoding="utf-8") as file:
            file.write(json.dumps(record) + "\n")

    def of(self, key):
        return self._by_key.get(key, [])


def _has_ended(records, wanted_runs):
    """An invocation came to its end with that many runs, or as many as there was time for."""
    last = records[-1]
    return last["kind"] == "end" and last["wanted_runs"] >= wanted_runs


def is_done(records, wanted_runs):
    """A case that only failed twice, or timed out before it succeeded once, is not tried again."""
    failures = [r for r in records if r["kind"] == "failure"]
    successes = len(records) - len(failures)
    hopeless = len(failures) >= 2 or (not successes and any(r["reason"].startswith("timed out") for r in failures))
    return len(records) >= wanted_runs or hopeless
