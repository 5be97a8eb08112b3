"""The page under the hands: keys, selection, nesting, marked areas and search, in headless Chromium."""
import re
import unittest

import browser
from browser import Hands


class Keys(Hands):
    def test_moving_and_zooming(self):
        whole = self.view.window()
        for key, back in (("w", "s"), ("+", "-")):
            self.view.press(key, key)
            near = self.view.window()
            self.assert_near(near[1] - near[0], (whole[1] - whole[0]) * 0.49)
            self.view.press(back, back, back)
            self.assertEqual(self.view.window(), whole)
        for right, left in (("d", "a"), ("ArrowRight", "ArrowLeft")):
            self.view.press("w", "w")
            before = self.view.window()
            self.view.press(right)
            self.assert_near(self.view.window()[0] - before[0], (before[1] - before[0]) / 5)
            self.view.press(left)
            self.assert_near(self.view.window()[0], before[0])
            self.view.press("Home")
            self.assertEqual(self.view.window(), whole)

    def test_help_and_escape(self):
        self.view.press("?")
        self.assertTrue(self.view.js("byId('help').open"))
        self.assertIn("Shift+drag", self.view.js("byId('help').innerText"))
        window = self.view.window()
        self.view.press("w")
        self.assertEqual(self.view.window(), window, "the help has the keys")
        self.view.press("Escape")
        self.assertFalse(self.view.js("byId('help').open"))
        self.view.press("m", ".")
        self.view.until("view.area && view.area.states && view.selected")
        self.view.press("Escape")
        self.assertEqual(self.view.js("[view.area === null, view.selected === null]"), [True, False])
        self.view.press("Escape")
        self.assertTrue(self.view.js("view.selected === null"))

    def test_a_text_field_keeps_its_keys(self):
        window = self.view.window()
        self.view.press("/")
        self.assertEqual(self.view.js("document.activeElement.id"), "search")
        self.view.page.keyboard.type("was d+-")
        self.assertEqual(self.view.window(), window)
        self.assertEqual(self.view.js("byId('search').value"), "was d+-")

    def test_neighbours_are_selected_without_a_mouse(self):
        self.view.js("document.querySelector('.scroller').focus()")
        begins = []
        for _ in range(5):
            self.view.press(".")
            begins.append(self.view.js("view.selected.slice.begin"))
        self.assertEqual(begins, sorted(set(begins)))
        self.view.press(",")
        self.assertEqual(self.view.js("view.selected.slice.begin"), begins[-2])

    def test_wheel(self):
        before = self.view.window()
        x, y = self.view.at(0, (before[0] + before[1]) / 2)
        self.view.page.mouse.move(x, y)
        self.view.page.mouse.wheel(0, -400)
        self.view.until(f"view.to - view.from < {0.7 * (before[1] - before[0])}")


class Selection(Hands):
    def test_dependences(self):
        self.view.js("selectTask(runs[0], 390, null, true)")
        self.view.until("view.selected")
        self.view.press("z", "s", "s")
        self.assertEqual(self.view.js("[view.selected.before.map(t => t.index), view.selected.after.map(t => t.index)]"), [[389], [391]])
        self.assertGreater(self.view.pixels(browser.SELECT_COLOUR), 40)
        self.assertGreater(self.view.pixels(browser.DEPENDENCE_COLOUR), 5)
        self.view.page.get_by_role("button", name=re.compile("^389 ")).click()
        self.view.until("view.selected.task.index === 389")
        self.assertEqual(self.view.js("view.selected.after.map(t => t.index).includes(390)"), True)

    def test_click_and_hover(self):
        begin, end, lane = self.view.js("runs[0].task(200).then(t => [t.begin, t.end, t.lane])")
        self.view.js(f"show({begin - (end - begin)}, {end + (end - begin)})")
        self.view.drawn()
        self.view.click(lane, (begin + end) / 2)
        self.view.until("view.selected")
        self.assertEqual(self.view.js("view.selected.task.index"), 200)
        detail = self.view.js("byId('detail').innerText")
        self.assertIn("Task 200", detail)
        self.assertRegex(detail, r"dependences\.c:1[24]")
        self.assertRegex(self.view.js("byId('tip').innerText"), r"(?s)work, .*task in main \(dependences\.c:1[24]\).*task 200")


class Nesting(Hands):
    name = "tasks"

    def deep(self):
        """A task that has a parent and children, a few levels down."""
        return self.view.js("""(async () => {
          for (let i = 0; i < runs[0].taskCount; ++i) {
            const t = await runs[0].task(i), parent = t.parent !== kNone ? await runs[0].task(t.parent) : null;
            if (t.children > 1 && parent && parent.parent !== kNone && t.begin >= 0) return i;
          }
        })()""")

    def test_parent_children_and_chain(self):
        self.view.js(f"selectTask(runs[0], {self.deep()}, null, true)")
        self.view.until("view.selected")
        self.view.press("z", "s", "s")
        task, parent, children, chain = self.view.js("(s => [s.task, s.parent, s.children, s.chain])(view.selected)")
        self.assertEqual(task["parent"], parent["index"])
        self.assertEqual([child["parent"] for child in children], [task["index"]] * task["children"])
        self.assertEqual([link["parent"] for link in chain[1:]], [link["index"] for link in chain[:-1]])
        self.assertFalse(self.view.js("document.querySelector('canvas.chain').hidden"))
        self.assertGreater(self.view.pixels(browser.SELECT_COLOUR, "canvas.chain"), 5)
        self.assertGreater(self.view.pixels(browser.RELATIVE_COLOUR), 5)
        self.view.press("p")
        self.view.until(f"view.selected.task.index === {parent['index']}")

    def test_a_task_in_a_wait_stands_deeper(self):
        flat = self.view.js("view.pictures[0].rows.list[0].height")
        deepest = self.view.js("Math.max(...runs[0].lanes.map(lane => lane.depth))")
        self.assertGreater(deepest, 3)
        self.view.js("byId('nested').click()")
        self.view.drawn()
        self.assertGreater(self.view.js("view.pictures[0].rows.list[0].height"), flat)
        index = self.deep()
        self.view.js(f"selectTask(runs[0], {index}, null, true)")
        self.view.until("view.selected")
        self.view.press("z", "s")
        depths = self.view.js("(s => [depthOf(view.pictures[0], s.task), ...s.children.filter(c => c.lane === s.task.lane && c.begin < s.task.end).map(c => depthOf(view.pictures[0], c))])(view.selected)")
        self.assertEqual(set(depths[1:]) or {depths[0] + 1}, {depths[0] + 1})

    def test_each_block_is_unpacked_once(self):
        self.view.press(*"wwwwwwwdddaasss", "Home", *"wwwdd")
        self.view.js("selectTask(runs[0], 100, null, true)")
        self.view.until("view.selected")
        self.view.press("m")
        self.view.until("view.area && view.area.states")
        blocks = self.view.js("document.querySelectorAll('script[type=\"text/plain\"]').length")
        self.assertLessEqual(self.view.js("cache.unpackings"), blocks)

    def test_area(self):
        self.view.press("m")
        self.view.until("view.area && view.area.states")
        states, times, names = self.view.js("[[...view.area.states], runs[0].time, runs[0].states]")
        for state, total, name in zip(states, times, names):
            if name != "outside":
                self.assertLessEqual(abs(state - total), 0.01 * sum(times), name)
        text = self.view.js("byId('area').innerText")
        self.assertIn("task in fib (tasks.c:9)", text)
        counts = {row["site"]: row["count"] for row in self.view.js("runs[0].functions")}
        sums = {int(site): value["count"] for site, value in self.view.js("[...view.area.sites]")}
        for site, count in counts.items():
            self.assertEqual(sums[site], count)

    def test_shift_and_drag_marks_lanes(self):
        end = self.view.window()[1]
        x0, y0 = self.view.at(0, end * 0.25)
        x1, _ = self.view.at(0, end * 0.75)
        self.view.page.keyboard.down("Shift")
        self.view.page.mouse.move(x0, y0)
        self.view.page.mouse.down()
        self.view.page.mouse.move(x1, y0 + 2, steps=4)
        self.view.page.mouse.up()
        self.view.page.keyboard.up("Shift")
        self.view.until("view.area && view.area.states")
        lanes, begin, to, states = self.view.js("[view.area.lanes, view.area.from, view.area.to, [...view.area.states]]")
        self.assertEqual((lanes, self.view.window()), ([0], [0, end]))
        self.assert_near(begin, end * 0.25, 0.02)
        self.assert_near(to, end * 0.75, 0.02)
        self.assert_near(sum(states), to - begin, 0.02)


class Search(Hands):
    def test_hits_and_steps(self):
        counts = {self.view.js(f"runs[0].siteText({row['site']})"): row["count"] for row in self.view.js("runs[0].functions")}
        self.view.press("/")
        self.view.page.keyboard.type("dependences.c:14")
        self.view.until("search.done")
        self.assertEqual(self.view.js("byId('hits').textContent"), f"{counts['task in main (dependences.c:14)']} hits")
        self.view.press("Enter", "Enter", "Enter")
        self.assertEqual(self.view.js("byId('hits').textContent"), "3 of 400")
        third = self.view.js("view.hit.begin")
        self.view.press("Shift+Enter")
        self.assertLess(self.view.js("view.hit.begin"), third)
        self.view.js("document.activeElement.blur()")
        self.view.press("n")
        self.assertEqual(self.view.js("view.hit.begin"), third)
        begin, end = self.view.window()
        self.assertTrue(begin <= third <= end)
        self.assertGreater(self.view.pixels(browser.MARK_COLOUR), 20)
        self.view.press("Escape")
        self.assertEqual(self.view.js("[byId('search').value, byId('hits').textContent]"), ["", ""])

    def test_a_task_by_its_number(self):
        self.view.press("/")
        self.view.page.keyboard.type("#17")
        self.view.until("view.selected && view.selected.task.index === 17")

    def test_nothing_found(self):
        self.view.press("/")
        self.view.page.keyboard.type("no such name")
        self.view.drawn()
        self.assertEqual(self.view.js("[byId('hits').textContent, byId('next').disabled]"), ["0 hits", True])


if __name__ == "__main__":
    unittest.main()
