"""What the page shows, in headless Chromium: many lanes, colours, names, tables, findings, several runs and processes."""
import json
import pathlib
import re
import shutil
import tempfile
import unittest
import xml.etree.ElementTree

import browser
import support
from browser import LANES, Hands


class ManyLanes(Hands):
    name = "lanes"

    def choose(self, control, value):
        self.view.page.select_option(f"#{control}", value)
        self.view.drawn()

    def test_fold_scroll_and_sort(self):
        self.assertEqual(self.view.js("view.pictures[0].rows.list.length"), 33, "the busiest 32, and the others in one row")
        self.view.js("view.pictures[0].rows.toggle('others'); redraw()")
        self.view.drawn()
        self.assertEqual(self.view.js("view.pictures[0].rows.list.length"), LANES + 1)
        self.choose("fold", "none")
        self.assertEqual(self.view.js("view.pictures[0].rows.list.length"), LANES)
        self.assertLessEqual(self.view.js("view.pictures[0].canvas.getBoundingClientRect().height"), 620)
        self.view.js("document.querySelector('.scroller').focus()")
        self.view.press("PageDown", "ArrowDown")
        self.view.until("document.querySelector('.scroller').scrollTop > 100")
        for value, kind in (("work", "work"), ("idle", "wait")):
            self.choose("sort", value)
            times = self.view.js(f"view.pictures[0].rows.list.map(row => runs[0].timeOf(row.lanes[0], '{kind}'))")
            self.assertEqual(times, sorted(times, reverse=True))

    def test_digits_fit_the_zoom(self):
        end = self.view.window()[1]
        self.assertGreater(end, 1e9)
        span = 1e9
        while span > 60:
            self.view.js(f"show({end - 1e6 - span}, {end - 1e6})")
            self.view.drawn()
            texts = self.view.js("view.pictures[0].axisTexts")
            self.assertGreaterEqual(len(texts), 3, span)
            self.assertEqual(len(set(texts)), len(texts), texts)
            span /= 7

    def test_a_small_window(self):
        self.view.page.set_viewport_size({"width": 400, "height": 800})
        self.view.drawn()
        self.assertLessEqual(self.view.js("document.documentElement.scrollWidth"), 400)
        self.assertGreater(self.view.js("view.pictures[0].plot"), 250)
        self.assertGreaterEqual(self.view.js("view.pictures[0].axisTexts.length"), 2)

    def test_legend_has_what_is_drawn(self):
        self.view.js("show(view.end * 0.97, view.end)")
        self.view.drawn()
        legend = self.view.js("[...document.querySelectorAll('#legend li')].map(e => e.innerText)")
        self.assertIn("parallel in main (lanes.c:19)", legend)
        self.assertIn("end of region", legend)
        self.view.js("show(1e8, 2e8)")
        self.view.drawn()
        self.assertEqual(self.view.js("[...document.querySelectorAll('#legend li')].map(e => e.innerText)"), ["serial"])


class Looks(Hands):
    def test_dark_by_the_system_and_by_choice(self):
        back = "getComputedStyle(document.documentElement).backgroundColor"
        self.assertEqual(self.view.js(back), "rgb(255, 255, 255)")
        self.view.page.emulate_media(color_scheme="dark")
        self.view.drawn()
        dark = self.view.js(back)
        self.assertNotEqual(dark, "rgb(255, 255, 255)")
        self.view.page.select_option("#theme", "light")
        self.view.drawn()
        self.assertEqual(self.view.js(back), "rgb(255, 255, 255)")

    def test_a_state_of_an_unknown_name_is_shown(self):
        text = browser.recorded("dependences")[0].read_text()
        path = support.WORK / "states-hands.html"
        path.write_text(re.sub(r'("states":\[[^]]*)"serial"', r'\1"dreams"', text))
        self.open(path)
        legend = self.view.js("[...document.querySelectorAll('#legend li')].map(e => e.innerText)")
        self.assertIn("dreams", legend)
        self.assertNotIn("serial", legend)
        colours = self.view.js("runs[0].states.map((name, s) => colourOfState(runs[0], s))")
        self.assertEqual(len(set(colours)), len(colours))
        self.assertIn("dreams", self.view.js("[...document.querySelectorAll('#panels th')].map(e => e.innerText.trim().split(' ')[0]).join(' ')"))

    def test_heads_say_how_the_table_is_sorted(self):
        heads = "[...document.querySelectorAll('#panels table')[0].querySelectorAll('th')].map(h => h.getAttribute('aria-sort'))"
        column = "[...document.querySelectorAll('#panels table')[0].querySelectorAll('tbody tr')].map(r => r.cells[{}].textContent)"
        self.assertEqual([sort for sort in self.view.js(heads) if sort], ["descending"])
        before = self.view.js(column.format(0))
        self.view.page.locator("#panels table").first.locator("th button").first.click()
        self.assertEqual(self.view.js(heads)[0], "ascending")
        self.assertEqual(self.view.js(column.format(0)), sorted(before))
        self.view.page.locator("#panels table").first.locator("th button").first.click()
        self.assertEqual(self.view.js(heads)[0], "descending")
        self.assertEqual(self.view.js(column.format(0)), sorted(before, reverse=True))

    def test_names(self):
        for full, short in (("task in main (a.c:3)", "task in main (a.c:3)"),
                            ("task in f<std::vector<int>, 3>(std::map<int, int> const&) (f.cpp:3)", "task in f<…>(…) (f.cpp:3)"),
                            ("task in X::operator<<(int) (f.cpp:3)", "task in X::operator<<(…) (f.cpp:3)"),
                            ("task in a::operator()() const (f.cpp:3)", "task in a::operator()() const (f.cpp:3)"),
                            ("parallel in __pyx_pf_7sklearn_7cluster_14_k_means_lloyd_12fit._omp_fn.0 (k.c:3)", "parallel in sklearn.cluster._k_means_lloyd.fit (k.c:3)")):
            self.assertEqual(self.view.js(f"shortName({json.dumps(full)})"), short)
        long = "task in " + "very_" * 40 + "long (file.cpp:12)"
        short = self.view.js(f"shortName('{long}')")
        self.assertLess(len(short), 100)
        self.assertTrue(short.endswith("… (file.cpp:12)"), short)
        self.assertEqual(self.view.js(f"table(['a'], [[name('{long}')]], 0).querySelector('td').title"), long)

    def test_picture(self):
        text = self.view.js("makeSvg()")
        tree = xml.etree.ElementTree.fromstring(text)
        texts = ["".join(e.itertext()) for e in tree.iter() if e.tag.endswith("text")]
        self.assertIn("dependences-gcc: ", tree.find("{http://www.w3.org/2000/svg}title").text)
        self.assertIn("task in main (dependences.c:12)", texts)
        self.assertIn("serial", texts)
        self.assertTrue(any(re.fullmatch(r"[0-9.]+ ms", text) for text in texts), texts)
        with self.view.page.expect_download() as download:
            self.view.page.click("#svg")
        self.assertEqual(download.value.suggested_filename, "dependences-gcc.svg")

    def test_all_can_be_reached_and_has_a_name(self):
        nameless = self.view.js("""[...document.querySelectorAll("button, input, select, canvas[role], [role=application], [role=region], section")]
          .filter(e => !(e.getAttribute("aria-label") || e.title || e.textContent.trim() || (e.labels && e.labels.length))).map(e => e.outerHTML)""")
        self.assertEqual(nameless, [])
        reached = []
        for _ in range(40):
            self.view.page.keyboard.press("Tab")
            reached.append(self.view.js("document.activeElement.id || document.activeElement.className"))
        order = [reached.index(name) for name in ("colour", "sort", "search", "whole", "svg", "keys", "scroller", "table")]
        self.assertEqual(order, sorted(order), reached)


class Findings(Hands):
    def setUp(self):
        # Places of our own, so that the test knows them.
        page = support.Page(browser.recorded("dependences")[0])
        end = page.first["end"]
        self.spans = [[int(end * 0.4), int(end * 0.45), 0], [int(end * 0.5), int(end * 0.52), 1]]
        path = support.WORK / "findings-hands.html"
        text, changed = re.subn(r'"where":\[(\[[^]]*\],?)*\]', '"where":' + json.dumps(self.spans), page.text)
        self.assertGreaterEqual(changed, 1)
        path.write_text(text)
        self.open(path)

    def test_click_shows_where_and_a_second_one_takes_it_away(self):
        finding = self.view.page.locator(".finding").first
        for act in (finding.click, lambda: (finding.focus(), finding.press("Enter"))):
            self.view.press("Home")
            act()
            self.view.drawn()
            begin, end = self.view.window()
            self.assertTrue(begin <= self.spans[0][0] and self.spans[1][1] <= end and end - begin < 2 * (self.spans[1][1] - self.spans[0][0]))
            self.assertEqual(finding.get_attribute("aria-pressed"), "true")
            self.assertGreater(self.view.pixels(browser.MARK_COLOUR), 100)
            act()
            self.view.drawn()
            self.assertEqual(finding.get_attribute("aria-pressed"), "false")
            self.assertEqual(self.view.pixels(browser.MARK_COLOUR), 0)


class SeveralRuns(Hands):
    def setUp(self):
        out = support.WORK / "runs-hands"
        self.assertEqual(support.run(support.XOMP, "trace", "--from", browser.recorded("lanes")[1], browser.recorded("dependences")[1], "--out", out, "--format", "html").returncode, 0)
        self.open(out.with_suffix(".html"))

    def test_one_scale(self):
        ends = self.view.js("runs.map(r => r.end)")
        self.assertGreater(ends[0], 1.2 * ends[1])
        self.assertEqual(self.view.window(), [0, ends[0]])
        heads = self.view.js("[...document.querySelectorAll('#pictures h3')].map(e => e.textContent)")
        self.assertEqual(len(heads), 2)
        texts = self.view.js("runs.map(r => timeText(r.end))")
        self.assertTrue(all(text in head for text, head in zip(texts, heads)), heads)
        left = self.view.js("view.pictures[1].left / view.pictures[1].width")
        share = left + (1 - left) * ends[1] / ends[0]
        for canvas in ("canvas.lanes", "canvas.strip"):
            picture = f".run:nth-child(2) {canvas}"
            self.assertGreater(self.view.pixels(None, picture, left + 0.01, share - 0.01), 100, canvas)
            self.assertEqual(self.view.pixels(None, picture, share + 0.01, 1), 0, canvas)
        svg = self.view.js("makeSvg()")
        self.assertIn(texts[1], svg)

    def test_comparison(self):
        self.assertIn("The two runs by function", self.view.js("byId('panels').innerText"))


class Ranks(Hands):
    ranks = 10

    def setUp(self):
        program = support.compiled(support.ROOT / "tests/counts/tasks.c", "gcc")
        with tempfile.TemporaryDirectory(dir=support.WORK) as folder:
            for rank in range(self.ranks):
                self.assertEqual(support.run(support.XOMP, "run", "--", program, "fib", 200, XOMP_TRACE=f"{folder}/t", PMI_RANK=rank, OMP_NUM_THREADS=2).returncode, 0)
            out = support.WORK / "ranks-hands"
            files = sorted(pathlib.Path(folder).iterdir(), key=lambda path: int(path.suffix[1:]))
            done = support.run(support.XOMP, "trace", "--from", *files, "--out", out, "--format", "html")
            self.assertEqual(done.returncode, 0, done.stderr)
        self.open(out.with_suffix(".html"))

    def test_many_processes_are_folded(self):
        labels = "view.pictures[0].rows.list.map(row => row.label)"
        self.assertEqual(self.view.js(labels)[0:2], ["▸ process 0 (2)", "▸ process 1 (2)"])
        self.assertEqual(len(self.view.js(labels)), self.ranks)
        self.view.page.locator("canvas.lanes").scroll_into_view_if_needed()
        x, y = self.view.at(0, 0)
        self.view.page.mouse.click(x - 30, y)
        self.view.drawn()
        self.assertEqual(self.view.js(labels)[0:4], ["▾ process 0 (2)", "0: root 0", "0: thread 1", "▸ process 1 (2)"])


class Names(Hands):
    def setUp(self):
        name = "<!--<script>&</script>"
        program = support.WORK / "named" / name.replace("/", "∕")
        program.parent.mkdir(exist_ok=True)
        shutil.copy(support.compiled(support.ROOT / "tests/counts/tasks.c", "gcc"), program)
        self.title = program.name
        self.open(browser.traced(program, ("fib", 100), "named-hands")[0])

    def test_a_name_of_html_empties_no_page(self):
        self.assertEqual(self.view.js("byId('title').textContent"), self.title)
        self.assertGreater(self.view.js("document.querySelectorAll('#panels table').length"), 0)


if __name__ == "__main__":
    unittest.main()
