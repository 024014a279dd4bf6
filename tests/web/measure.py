"""How fluid the page is, measured and printed: python -m tests.web.measure.

Nothing is asserted: the figures are those of the machine, and of what else it does meanwhile.
"""

from __future__ import annotations

import sys

from playwright.sync_api import Page, sync_playwright

from tests.web.driving import ARGUMENTS, CHROMIUM, Desk
from tests.web.serving import Server

SIDE = 100

NOISE = """async (side) => {
    const { blankWork } = await import('/static/core/model.js');
    const work = blankWork(side, side);
    let state = 7;
    for (const cell of work.cells.keys()) {
        state = (state * 1103515245 + 12345) % 2147483648;
        work.cells[cell] = (state >> 16) & 1;
    }
    await studio.keeper.begin(work);
}"""

WATCH = """() => {
    const frames = [];
    let last = performance.now();
    const tick = (now) => {
        frames.push(now - last);
        last = now;
        globalThis.watched = { frames, stop: requestAnimationFrame(tick) };
    };
    requestAnimationFrame(tick);
}"""

WATCHED = """() => {
    cancelAnimationFrame(watched.stop);
    return watched.frames.sort((one, other) => one - other);
}"""

CLUES = """async () => {
    const { cluesOf, updateClues } = await import('/static/core/clues.js');
    const { work } = studio.store;
    const clues = cluesOf(work);
    const begin = performance.now();
    for (let cell = 0; cell < 1000; cell += 1) updateClues(clues, work, [cell * 7]);
    const one = (performance.now() - begin) / 1000;
    const again = performance.now();
    for (let time = 0; time < 10; time += 1) cluesOf(work);
    return [one, (performance.now() - again) / 10];
}"""

PAINTS = """() =>
    performance.getEntriesByType('paint').map(({ name, startTime }) => [name, startTime])"""


def _strokes(desk: Desk) -> list[float]:
    """The milliseconds of each frame while long strokes are painted, the shortest first."""
    desk.page.evaluate(WATCH)
    for row in range(5, SIDE, 12):
        desk.page.mouse.move(*desk.at(5, row))
        desk.page.mouse.down()
        desk.page.mouse.move(*desk.at(SIDE - 5, min(SIDE, row + 5)), steps=60)
        desk.page.mouse.up()
    frames: list[float] = desk.page.evaluate(WATCHED)
    return frames


def _say(text: str) -> None:
    sys.stdout.write(text + "\n")


def _told(name: str, frames: list[float]) -> None:
    middle, late = frames[len(frames) // 2], frames[int(len(frames) * 0.99)]
    counted = f"{name}: {len(frames)} frames"
    _say(f"{counted}, median {middle:.1f} ms, 99 % {late:.1f} ms, longest {frames[-1]:.1f} ms")


def _first_paint(page: Page) -> None:
    for name, start in page.evaluate(PAINTS):
        _say(f"{name}: {start:.0f} ms")


def main() -> None:
    """Measure and print."""
    with Server("--jobs", 1) as server, sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        desk = Desk(
            chromium.new_context(viewport={"width": 1440, "height": 900}).new_page(), server
        )
        _first_paint(desk.page)
        desk.page.evaluate(NOISE, SIDE)
        _told(f"painting on {SIDE}x{SIDE}", _strokes(desk))
        one, all_lines = desk.page.evaluate(CLUES)
        _say(f"clues of a cell's lines: {one:.3f} ms; of all lines: {all_lines:.2f} ms")
        desk.mode("Play")
        _told(f"playing on {SIDE}x{SIDE}", _strokes(desk))
        chromium.close()


if __name__ == "__main__":
    main()
