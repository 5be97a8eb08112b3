"""The files: Perfetto's messages, Chrome's JSON, and traces of processes that end in unusual ways."""
import json
import os
import pathlib
import re
import shutil
import subprocess
import tempfile
import unittest

from google.protobuf.unknown_fields import UnknownFieldSet
from perfetto.protos.perfetto.trace.perfetto_trace_pb2 import Trace, TrackEvent

import support


def left_out(what):
    if path := os.environ.get("XOMP_LEFT_OUT"):
        with open(path, "a") as file:
            file.write(what + "\n")


def setUpModule():
    global edges, tasks
    edges = [support.compiled(support.ROOT / "tests/trace/edges.c", compiler, "-pthread", f"-I{support.ROOT}/include", f"-L{support.BUILD}/lib/compat",
                              *(["-Wl,--no-as-needed", "-lomp"] if compiler == "gcc" else [])) for compiler in support.COMPILERS]
    tasks = support.compiled(support.ROOT / "tests/counts/tasks.c", "gcc")


def varint(data, at):
    value = shift = 0
    while True:
        byte = data[at]
        at += 1
        value |= (byte & 0x7f) << shift
        shift += 7
        if byte < 0x80:
            return value, at


def fields(data):
    """(field, value) of a message; texts and messages as bytes."""
    at = 0
    while at < len(data):
        key, at = varint(data, at)
        if key & 7 == 0:
            value, at = varint(data, at)
        elif key & 7 == 1:
            value, at = data[at:at + 8], at + 8
        else:
            length, at = varint(data, at)
            value, at = data[at:at + length], at + length
        yield key >> 3, value


class Formats(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.done, cls.page = support.trace(tasks, "--level", "all", "--format", "html,perfetto,chrome", "--raw", arguments=("fib", 3000))
        cls.base = support.WORK / f"{tasks.name}-page"

    def test_perfetto_begins_and_ends(self):
        data = self.base.with_suffix(".perfetto").read_bytes()
        depth, deepest = {}, 0
        names = set()
        for field, packet in fields(data):
            self.assertEqual(field, 1)
            parts = dict(fields(packet))
            sequence = parts[10]
            if 12 in parts:
                names |= {(sequence, dict(fields(value))[1]) for number, value in fields(parts[12]) if number == 2}
            if 11 not in parts:
                continue
            event = dict(fields(parts[11]))
            if event[9] == 1:
                self.assertIn((sequence, event[10]), names)
                depth[sequence] = depth.get(sequence, 0) + 1
                deepest = max(deepest, depth[sequence])
            elif event[9] == 2:
                depth[sequence] -= 1
            self.assertGreaterEqual(depth.get(sequence, 0), 0)
        self.assertTrue(depth and not any(depth.values()))
        self.assertGreater(deepest, 3, "a task that runs in another's wait is inside")

    def test_perfetto_by_its_own_classes(self):
        trace = Trace()
        trace.ParseFromString(self.base.with_suffix(".perfetto").read_bytes())
        events = [packet.track_event for packet in trace.packet if packet.HasField("track_event")]
        begins = sum(event.type == TrackEvent.TYPE_SLICE_BEGIN for event in events)
        self.assertEqual(begins, sum(event.type == TrackEvent.TYPE_SLICE_END for event in events))
        self.assertGreater(begins, 3000)
        self.assertFalse(any(len(UnknownFieldSet(packet)) for packet in trace.packet))
        threads = [p.track_descriptor.thread.thread_name for p in trace.packet if p.track_descriptor.HasField("thread")]
        self.assertIn("root 0", threads)
        files = {s.file_name for p in trace.packet for s in p.interned_data.source_locations}
        self.assertTrue(any(name.endswith("tasks.c") for name in files), files)

    def test_chrome(self):
        events = json.loads(self.base.with_suffix(".json").read_text())["traceEvents"]
        slices = [event for event in events if event["ph"] == "X"]
        self.assertGreater(len(slices), 3000)
        parents = [event["args"]["parent task"] for event in slices if "parent task" in event.get("args", {})]
        self.assertGreater(len(parents), 2000)
        self.assertTrue(all(event["dur"] >= 0 for event in slices))

    def test_two_runs_on_one_page(self):
        raw = self.base.with_suffix(".xtrace")
        out = support.WORK / "both"
        done = support.run(support.XOMP, "trace", "--from", raw, raw, "--out", out, "--format", "html")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(len(support.Page(out.with_suffix(".html")).runs), 2)

    def test_no_network(self):
        self.assertNotIn("http://", self.page.text.replace("http://www.w3.org/2000/svg", ""))
        self.assertNotIn("https://", self.page.text)


class Contents(unittest.TestCase):
    """What the files say of tasks with dependences, and of a loop."""

    @classmethod
    def setUpClass(cls):
        cls.traces, cls.events = {}, {}
        for name in ("examples/trace/dependences.c", "tests/trace/lanes.c"):
            program = support.compiled(support.ROOT / name, "gcc")
            done, page = support.trace(program, "--level", "all", "--format", "html,perfetto,chrome", arguments=(4,))
            assert done.returncode == 0, done.stderr
            base, short = support.WORK / f"{program.name}-page", pathlib.Path(name).stem
            cls.traces[short] = Trace()
            cls.traces[short].ParseFromString(base.with_suffix(".perfetto").read_bytes())
            cls.events[short] = json.loads(base.with_suffix(".json").read_text())["traceEvents"]

    def slices(self, name):
        """(category, annotations, event) of each slice's begin, by the names that its sequence has given to numbers."""
        categories, notes = {}, {}
        for packet in self.traces[name].packet:
            sequence = packet.trusted_packet_sequence_id
            categories.update({(sequence, c.iid): c.name for c in packet.interned_data.event_categories})
            notes.update({(sequence, a.iid): a.name for a in packet.interned_data.debug_annotation_names})
            event = packet.track_event
            if packet.HasField("track_event") and event.type == TrackEvent.TYPE_SLICE_BEGIN:
                yield categories[sequence, event.category_iids[0]], {notes[sequence, a.name_iid]: a.uint_value for a in event.debug_annotations}, event

    def test_perfetto_tasks_and_dependences(self):
        tasks = {notes["task"]: (notes, event) for category, notes, event in self.slices("dependences") if category == "task"}
        self.assertEqual(len(tasks), 800)
        self.assertTrue(all("waited to begin, ns" in notes for notes, _ in tasks.values()))
        begun = {flow: number for number, (_, event) in tasks.items() for flow in event.flow_ids if flow >> 41}
        ended = {flow: number for number, (_, event) in tasks.items() for flow in event.terminating_flow_ids if flow >> 41}
        self.assertEqual(begun.keys(), ended.keys())
        edges = {(begun[flow], ended[flow]) for flow in begun}
        self.assertGreaterEqual(len(edges & {(i, i + 1) for i in range(800)}), 799 - 5)  # an earlier task may have ended before the later one was made
        self.assertTrue({"idle", "runtime"} & {category for category, _, _ in self.slices("dependences")})

    def test_perfetto_loops(self):
        loops = [notes for category, notes, _ in self.slices("lanes") if category == "loop"]
        self.assertEqual([notes["iterations"] for notes in loops], [16] * 4)

    def test_chrome_tasks_dependences_and_loops(self):
        events = self.events["dependences"]
        tasks = {event["args"]["task"]: event for event in events if event.get("cat") == "task"}
        self.assertEqual(len(tasks), 800)
        self.assertTrue(all(event["args"]["waited to begin, ns"] >= 0 for event in tasks.values()))
        begins, ends = ([event for event in events if event["ph"] == kind and event["cat"] == "dependence"] for kind in "sf")
        self.assertEqual({event["id"] for event in begins}, {event["id"] for event in ends})
        self.assertGreater(len(begins), 700)
        loops = [event for event in self.events["lanes"] if event.get("cat") == "loop" and event["ph"] == "b"]
        self.assertEqual([event["args"]["iterations"] for event in loops], [16] * 4)

    def test_chrome_slices_are_nested(self):
        for name, events in self.events.items():
            by_lane = {}
            for event in events:
                if event["ph"] == "X":
                    by_lane.setdefault(event["tid"], []).append((round(event["ts"] * 1000), round((event["ts"] + event["dur"]) * 1000)))
            for slices in by_lane.values():
                stack = []
                for begin, end in sorted(slices, key=lambda s: (s[0], -s[1])):
                    while stack and stack[-1] <= begin:
                        stack.pop()
                    self.assertTrue(not stack or end <= stack[-1], name)
                    stack.append(end)


class Places(unittest.TestCase):
    """clang's code tells the runtime where each construct is, if it is compiled with -g, and a stripped program still does."""

    def sites(self, name, *options):
        source = support.ROOT / f"examples/trace/{name}.c"
        program = support.WORK / f"{name}-stripped"
        support.WORK.mkdir(exist_ok=True)
        subprocess.run(["clang-19", "-fopenmp", "-O2", *options, str(source), "-o", str(program)], check=True)
        subprocess.run(["strip", str(program)], check=True)
        done, page = support.trace(program, "--format", "html")
        self.assertEqual(done.returncode, 0, done.stderr)
        return [site["text"] for site in page.first["sites"]]

    def test_stripped_program(self):
        for name, expected in (("dependences", ["parallel in main (dependences.c:9)", "task in main (dependences.c:12)", "task in main (dependences.c:14)"]),
                               ("lock", ["parallel in main (lock.c:9)", "loop in main (lock.c:9)", "lock in main (lock.c:12)"]),
                               ("one_creator", ["parallel in main (one_creator.c:9)", "task in main (one_creator.c:13)"])):
            with self.subTest(program=name):
                sites = self.sites(name, "-g1")
                for text in expected:
                    self.assertIn(text, sites)

    def test_unknown_places_are_not_taken_for_places(self):
        sites = self.sites("dependences")
        self.assertTrue(any(text.startswith("task in dependences-stripped+0x") for text in sites), sites)
        self.assertFalse(any("unknown" in text for text in sites), sites)


class Ends(unittest.TestCase):
    def trace(self, what, *options, **settings):
        for program in edges:
            yield support.trace(program, "--level", "all", "--format", "html", *options, arguments=(what,), **settings)

    def test_crashes(self):
        for what, code in (("abort", -6), ("kill", -9), ("_exit", 3), ("inside", 4)):
            for done, page in self.trace(what):
                with self.subTest(what=what):
                    self.assertEqual(done.returncode, code, done.stderr)
                    self.assertGreaterEqual(page.first["tasks"]["begun"], 1000)
                    if what != "inside":
                        self.assertIn("did not end in order", done.stderr)

    def test_fork(self):
        for program in edges:
            done, _ = support.trace(program, "--level", "all", "--format", "html", arguments=("fork",))
            self.assertEqual(done.returncode, 0, done.stderr)
            pages = sorted(support.WORK.glob(f"{program.name}-page*.html"))
            counts = sorted(support.Page(path).first["tasks"]["begun"] for path in pages)
            self.assertEqual(counts, [200, 1300])
            for path in pages:
                path.unlink()

    def test_short_lived_threads(self):
        for done, page in self.trace("threads"):
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertEqual(page.first["tasks"]["ended"], 11000)
            self.assertLess(len(page.first["lanes"]), 20)

    def test_pause(self):
        for done, page in self.trace("pause"):
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertEqual(page.first["tasks"]["begun"], 1050)

    def test_limit_of_size(self):
        for done, page in self.trace("many", "--size", "1"):
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertRegex(done.stderr, "[1-9][0-9]* events dropped")
        for done, page in self.trace("many", "--size", "1", "--last"):
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertIn("The end only", done.stderr)
            self.assertGreater(page.first["tasks"]["ended"], 1000)

    def test_limit_of_files(self):
        with tempfile.TemporaryDirectory(dir=support.WORK) as folder:
            done = subprocess.run(["bash", "-c", f"ulimit -f 1024; exec {support.XOMP} run -- {edges[0]} many"], capture_output=True, text=True,
                                  env=support.environment(XOMP_TRACE=f"{folder}/t", XOMP_TRACE_LEVEL="all"), timeout=support.LIMIT_S)
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertLessEqual(pathlib.Path(folder, "t").stat().st_size, 1 << 20)

    def test_full_disk(self):
        with tempfile.TemporaryDirectory(dir=support.WORK) as folder:
            if subprocess.run(["mount", "-t", "tmpfs", "-o", "size=600k", "none", folder], capture_output=True).returncode != 0:
                left_out("a trace on a full disk (mount needs rights)")
                self.skipTest("no right to mount a small file system")
            try:
                done = support.run(support.XOMP, "run", "--", edges[0], "many", XOMP_TRACE=f"{folder}/t", XOMP_TRACE_LEVEL="all")
                self.assertEqual((done.returncode, done.stderr), (0, ""))
                out = support.WORK / "full"
                told = support.run(support.XOMP, "trace", "--from", f"{folder}/t", "--out", out, "--format", "html")
                self.assertIn("The disk was full", told.stderr)
                self.assertGreater(support.Page(out.with_suffix(".html")).first["tasks"]["begun"], 1000)
            finally:
                subprocess.run(["umount", folder], check=True)

    def test_a_folder_that_does_not_exist(self):
        done = support.run(support.XOMP, "run", "--", edges[0], XOMP_TRACE="/nowhere/t")
        self.assertEqual(done.returncode, 0)
        self.assertIn("no trace is written", done.stderr)

    def test_ranks_write_a_file_each(self):
        with tempfile.TemporaryDirectory(dir=support.WORK) as folder:
            for rank in (0, 1):
                done = support.run(support.XOMP, "run", "--", edges[0], XOMP_TRACE=f"{folder}/t", PMI_RANK=rank)
                self.assertEqual((done.returncode, done.stderr), (0, ""))
            self.assertEqual(sorted(os.listdir(folder)), ["t.0", "t.1"])


class Foreign(unittest.TestCase):
    """What other programs, and other users, do to the files."""

    def record(self, path, what="", **settings):
        return support.run(support.XOMP, "run", "--", edges[0], what, XOMP_TRACE=path, XOMP_TRACE_LEVEL="all", **settings)

    def test_a_file_that_is_shortened(self):
        for program in edges:
            with tempfile.TemporaryDirectory(dir=support.WORK) as folder:
                for keep in ("first", "last"):
                    done = support.run(support.XOMP, "run", "--", program, "shorten", XOMP_TRACE=f"{folder}/t", XOMP_TRACE_LEVEL="all",
                                       XOMP_TRACE_KEEP=keep, XOMP_TRACE_SIZE=1)
                    self.assertEqual((done.returncode, done.stdout), (0, "whole\n"), done.stderr)
                    self.assertEqual(done.stderr.count("has shortened the file"), 1, done.stderr)
                    pathlib.Path(folder, "t").unlink()
                self.assertEqual(self.record(f"{folder}/t", "own_bus_error").returncode, 9)

    def test_what_is_no_recording_stays(self):
        with tempfile.TemporaryDirectory(dir=support.WORK) as folder:
            text, link, second, pipe = (pathlib.Path(folder, name) for name in ("text", "link", "second", "pipe"))
            text.write_text("precious\n")
            link.symlink_to(text)
            second.hardlink_to(text)
            os.mkfifo(pipe)
            dangling = pathlib.Path(folder, "dangling")
            dangling.symlink_to(pathlib.Path(folder, "not made"))
            for path in (text, link, second, pipe, dangling, "/dev/null"):
                done = self.record(path)
                self.assertEqual(done.returncode, 0)
                self.assertIn("no trace is written", done.stderr, path)
            self.assertEqual(text.read_text(), "precious\n")
            self.assertFalse(os.path.exists(f"{folder}/not made"))

    def test_a_file_is_its_users_own(self):
        with tempfile.TemporaryDirectory(dir=support.WORK) as folder:
            path = pathlib.Path(folder, "t")
            path.touch()
            for _ in range(2):  # an empty file, then an older recording
                self.assertEqual((self.record(path).returncode, self.record(path).stderr), (0, ""))
            self.assertEqual(path.stat().st_mode & 0o777, 0o600)
            before = path.stat().st_ino
            with path.open("rb"):  # a reader keeps what it has
                self.record(path)
                self.assertNotEqual(path.stat().st_ino, before)
            self.assertEqual(os.listdir(folder), ["t"])

    def test_outputs_that_cannot_be_written(self):
        done = support.run(support.XOMP, "trace", "--level", "all", "--out", "/nowhere/x", "--", tasks, "fib", 100)
        self.assertEqual(done.returncode, 125)
        kept = re.search(r"xomp trace --from (\S+)", done.stderr)
        self.assertIn("cannot write /nowhere/x.html: No such file or directory", done.stderr)
        self.assertTrue(kept, done.stderr)
        out = support.WORK / "kept"
        again = support.run(support.XOMP, "trace", "--from", kept[1], "--out", out, "--format", "html")
        self.assertEqual(again.returncode, 0, again.stderr)
        self.assertGreaterEqual(support.Page(out.with_suffix(".html")).first["tasks"]["begun"], 100)
        shutil.rmtree(pathlib.Path(kept[1]).parent)

    def test_output_replaces_a_link(self):
        out = support.WORK / "linked"
        victim = support.WORK / "victim"
        victim.write_text("precious\n")
        page = out.with_suffix(".html")
        page.unlink(missing_ok=True)
        page.symlink_to(victim)
        done = support.run(support.XOMP, "trace", "--out", out, "--format", "html", "--", edges[0])
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(victim.read_text(), "precious\n")
        self.assertFalse(page.is_symlink())

    def test_nobody_reads_the_messages(self):
        def folders():
            return {path for path in pathlib.Path("/dev/shm").glob("xomp-trace-*") if path.stat().st_uid == os.getuid()}

        before, out = folders(), support.WORK / "unread"
        out.with_suffix(".html").unlink(missing_ok=True)
        reading, writing = os.pipe()
        os.close(reading)
        done = subprocess.run([support.XOMP, "trace", "--out", out, "--format", "html", "--", edges[0]], stdout=writing, stderr=writing,
                              env=support.environment(), timeout=support.LIMIT_S)
        os.close(writing)
        self.assertEqual(done.returncode, 0)
        self.assertTrue(out.with_suffix(".html").exists())
        self.assertLessEqual(folders(), before)


if __name__ == "__main__":
    unittest.main()
