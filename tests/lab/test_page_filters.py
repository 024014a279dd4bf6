"""The script of the HTML page, in a real browser: it shows what is chosen."""

from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

import pytest
from playwright.sync_api import Browser, Page

from asp_nono.lab.analyze import by_task
from asp_nono.lab.report import page, ratio_table, summary
from asp_nono.lab.run import Status
from asp_nono.lab.store import Run
from tests.lab.drawn import LIMIT, results, run
from tests.web.driving import browser

pytestmark = pytest.mark.slow

__all__ = ["browser"]

Open = Callable[[list[Run]], Page]


def some(seed: int, *, many: int = 56, repetitions: int = 2) -> list[Run]:
    """Four systems on easy and hard puzzles: equal times, failures, puzzles not run by one."""
    random, found = Random(seed), []  # noqa: S311 - drawn cases
    for number in range(many):
        puzzle = f"{'easy' if number < 25 else 'hard'}/p{number:02}"
        for place, who in enumerate("abcd"):
            if number % 17 == place:
                continue
            failed = random.random() < 0.15
            base = 1.0 if number % 5 == 0 else random.uniform(0.01, 3) * (1 + 0.3 * place)
            for repetition in range(1, repetitions + 1):
                time = LIMIT if failed else base if base == 1 else base * random.uniform(0.9, 1.1)
                status: Status = "time-out" if failed else "unique"
                found.append(run(who, puzzle, time, status, repetition=repetition, rules=number))
    return found


@pytest.fixture
def opened(browser: Browser, tmp_path: Path) -> Iterator[Open]:
    """Opens the page of some runs; its script may not fail."""
    faults: list[object] = []
    tab = browser.new_page()
    tab.on("pageerror", lambda fault: faults.append(fault))  # noqa: PLW0108 - Playwright marks it

    def show(runs: list[Run]) -> Page:
        path = tmp_path / "report.html"
        path.write_text(page(results(*runs), [], "cpu"), encoding="utf-8")
        tab.goto(path.as_uri())
        return tab

    yield show
    tab.close()
    assert not faults


def tables(tab: Page) -> list[list[list[str]]]:
    """The cells of both tables of figures that are shown, without rows that are not."""
    found: list[list[list[str]]] = tab.locator(".summary:visible, .ratios:visible").evaluate_all(
        """some => some.map(table => [...table.tBodies[0].rows].filter(row => row.offsetHeight).map(
            row => [...row.cells].map(cell => cell.innerText)))"""
    )
    return found


def expected(runs: list[Run]) -> list[list[list[str]]]:
    """The same, of a report on these runs alone."""
    (task,) = by_task(runs, "cpu")
    return [[list(row) for row in table.rows] for table in (summary(task), ratio_table(task))]


def test_a_choice_of_sets(opened: Open) -> None:
    """Every figure, test and conclusion is that of a report on this set; so are the curves."""
    runs = some(1)
    tab = opened(runs)
    assert tables(tab) == expected(runs)
    tab.locator("#set").select_option("hard")
    hard = [one for one in runs if one.puzzle[0] == "hard"]
    assert tables(tab) == expected(hard)
    puzzles = len({one.puzzle for one in hard})
    assert tab.get_by_text(f"{puzzles} puzzles, {len(hard)} runs").is_visible()
    curves = tab.locator("[data-plot=survival]:visible g:not([id^=legend] *)[data-who] path")
    steps = curves.evaluate_all("some => some.map(one => one.getAttribute('d').split('L').length)")
    (task,) = by_task(hard, "cpu")
    assert len(steps) == len(task.systems)
    assert tab.locator("#runs tbody tr").count() == min(200, len(hard))
    tab.locator("#set").select_option("")
    assert tables(tab) == expected(runs)


def test_systems_that_are_not_shown(opened: Open) -> None:
    """Their rows, curves, points and runs are gone, and a note says that they still count."""
    runs = some(2, many=30, repetitions=1)
    tab = opened(runs)
    note, boxes = tab.locator("#hidden"), tab.locator("input.who")
    assert note.is_hidden()
    gone = boxes.nth(0).input_value()
    boxes.nth(0).uncheck()
    assert note.is_visible()
    left = [[row for row in table if row[0] != gone] for table in expected(runs)]
    assert tables(tab) == left
    assert tab.locator("[data-plot] [data-who='0']:visible").count() == 0
    assert tab.locator("[data-plot=survival] [data-who='1']:visible").count() > 0
    assert gone not in tab.locator("#runs td:nth-child(2)").all_inner_texts()
    tab.locator("#all").click()
    assert tables(tab) == expected(runs)


def test_a_part_of_a_name(opened: Open) -> None:
    """It chooses points, rows of the map and single runs, and no tables; a note says so."""
    runs = some(3, many=30, repetitions=1)
    tab = opened(runs)
    tab.locator("#text").fill("p1")
    assert tab.locator("#named").is_visible()
    assert tables(tab) == expected(runs)
    names = {"/".join(one.puzzle) for one in runs if "p1" in one.puzzle[1]}
    assert set(tab.locator(".heat td:first-child:visible").all_inner_texts()) == names
    assert set(tab.locator("#runs td:first-child").all_inner_texts()) == names
    assert tab.locator(".points circle:visible").count() == len(names)
    grounded = sum("p1" in one.puzzle[1] and bool(one.outcome.rules) for one in runs)
    points = tab.locator("[data-plot=growth] [data-who]:not([id^=legend] *) use:visible")
    assert points.count() == grounded
