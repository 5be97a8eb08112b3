"""Pages of recorded programs in headless Chromium, driven by Playwright."""
import atexit
import functools
import os
import pathlib
import shutil
import unittest

from playwright.sync_api import sync_playwright

import support

NAMES = ("chromium", "chromium-browser", "google-chrome")
LIMIT_MS = 30_000
LANES = 80
SELECT_COLOUR, MARK_COLOUR, RELATIVE_COLOUR, DEPENDENCE_COLOUR = "#0b57d0", "#d81b60", "#7b3fb5", "#b3541e"


PROGRAMS = {"dependences": ("examples/trace/dependences.c", ()), "tasks": ("tests/counts/tasks.c", ("fib", 3000)), "lanes": ("tests/trace/lanes.c", (LANES,))}


@functools.cache
def recorded(name):
    """The page and the recording of one of these programs."""
    source, arguments = PROGRAMS[name]
    return traced(support.compiled(support.ROOT / source, "gcc"), arguments)


def traced(program, arguments, out=None):
    path = support.WORK / (out or f"{program.name}-hands")
    for old in support.WORK.glob(f"{path.name}.*"):
        old.unlink()
    done = support.run(support.XOMP, "trace", "--raw", "--format", "html", "--level", "all", "--threads", 2, "--out", path, "--", program, *arguments)
    assert done.returncode == 0, done.stderr
    return path.with_suffix(".html"), path.with_suffix(".xtrace")


class Hands(unittest.TestCase):
    """A page is opened for each test, and must have said nothing on its console."""
    name = "dependences"

    def setUp(self):
        self.open(recorded(self.name)[0])

    def open(self, path, **settings):
        self.view = chromium().open(path, **settings)
        self.addCleanup(self.view.page.close)
        self.addCleanup(lambda opened=self.view: self.assertEqual(opened.messages, []))

    def assert_near(self, got, expected, share=0.01):
        self.assertLessEqual(abs(got - expected), share * abs(expected) + 1, (got, expected))


@functools.cache
def chromium():
    """One browser for all tests."""
    started = Browser()
    atexit.register(started.close)
    return started


class Browser:
    def __init__(self):
        path = next((found for name in NAMES if (found := shutil.which(name))), None)
        if path is None:
            raise RuntimeError(f"none of {', '.join(NAMES)} is installed (ci/install-dependencies test)")
        self.playwright = sync_playwright().start()
        self.browser = self.playwright.chromium.launch(executable_path=path, args=["--no-sandbox"] if os.getuid() == 0 else [])

    def close(self):
        self.browser.close()
        self.playwright.stop()

    def open(self, path, width=1280, height=1000, **settings):
        return Opened(self.browser.new_page(viewport={"width": width, "height": height}, **settings), pathlib.Path(path))


class Opened:
    """One page. Every message on its console is kept: there should be none."""

    def __init__(self, page, path):
        self.page, self.messages = page, []
        page.set_default_timeout(LIMIT_MS)
        page.on("console", self.hear)
        page.on("pageerror", lambda error: self.messages.append(str(error)))
        page.goto(path.resolve().as_uri())
        page.wait_for_function("document.documentElement.dataset.ready === 'yes'")

    def hear(self, message):
        if not message.text.startswith("Canvas2D: Multiple readback"):  # of pixels() below
            self.messages.append(message.text)

    def js(self, text):
        return self.page.evaluate(text)

    def until(self, text):
        self.page.wait_for_function(text)

    def drawn(self):
        """Waits until a picture has been made of the present state, with all blocks that it needs."""
        self.page.evaluate("""async () => {
          const frame = () => new Promise(done => requestAnimationFrame(done));
          for (let before = -1; before !== cache.unpackings;) {
            before = cache.unpackings;
            await Promise.all([...cache.entries.values()].map(entry => entry.promise));
            await frame();
            await frame();
          }
          drawAll();
        }""")

    def press(self, *keys):
        for key in keys:
            self.page.keyboard.press(key)
        self.drawn()

    def window(self):
        return self.js("[view.from, view.to]")

    def at(self, lane, time, picture=0):
        """Where a moment of a lane is in the window, in pixels."""
        return self.js(f"""(() => {{
          const p = view.pictures[{picture}], box = p.canvas.getBoundingClientRect(), row = p.rows.byLane.get({lane});
          return [box.left + p.x({time}), box.top + row.y + row.height / 2 - p.scroller.scrollTop];
        }})()""")

    def click(self, lane, time):
        self.page.locator("canvas.lanes").first.scroll_into_view_if_needed()
        self.page.mouse.click(*self.at(lane, time))
        self.drawn()

    def pixels(self, colour, canvas="canvas.lanes", left=0, right=1):
        """How many pixels of a canvas have this colour, or with None any that hides what is below, between two shares of its width."""
        wanted = f'=== {int(colour[1:], 16)}' if colour else '>= 0'
        return self.js(f"""(() => {{
          const c = document.querySelector("{canvas}"), from = Math.floor(c.width * {left}), width = Math.floor(c.width * {right}) - from;
          const data = c.getContext("2d").getImageData(from, 0, width, c.height).data;
          let n = 0;
          for (let i = 0; i < data.length; i += 4) n += data[i + 3] === 255 && (data[i] << 16 | data[i + 1] << 8 | data[i + 2]) {wanted};
          return n;
        }})()""")
