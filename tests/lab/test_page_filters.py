"""The script of the HTML page, in a real browser: it computes what a report on a part shows."""

from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

import pytest
from playwright.sync_api import Browser, Page

from asp_nono.lab.analyze import boards
from asp_nono.lab.report import page, ratio_table, summary
from asp_nono.lab.run import Status
from asp_nono.lab.store import Run
from tests.lab.drawn import LIMIT, results, run
from tests.web.driving import browser

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
    """The cells of both tables of figures."""
    found: list[list[list[str]]] = tab.locator(".summary, .ratios").evaluate_all(
        """some => some.map(table => [...table.tBodies[0].rows].map(
            row => [...row.cells].map(cell => cell.innerText)))"""
    )
    return found


def expected(runs: list[Run]) -> list[list[list[str]]]:
    """The same, of a report on these runs alone."""
    (board,) = boards(runs, "cpu")
    return [[list(row) for row in table.rows] for table in (summary(board), ratio_table(board))]


@pytest.mark.parametrize(
    ("seed", "repetitions"), [(1, 2), pytest.param(2, 1, marks=pytest.mark.slow)]
)
def test_figures_of_a_choice(opened: Open, seed: int, repetitions: int) -> None:
    """Systems, a set, a part of names: every figure, test and conclusion is that of this part."""
    runs = some(seed, repetitions=repetitions)
    tab = opened(runs)
    assert tables(tab) == expected(runs)
    boxes, note = tab.locator("input.who"), tab.locator("#partial")
    assert note.is_hidden()
    tab.locator("#text").fill("p")
    assert tables(tab) == expected(runs)
    assert note.is_visible()
    tab.locator("#set").select_option("hard")
    hard = [one for one in runs if one.puzzle[0] == "hard"]
    assert tables(tab) == expected(hard)
    boxes.nth(0).uncheck()
    gone = boxes.nth(0).input_value()
    assert tables(tab) == expected([one for one in hard if one.label != gone])
    assert gone not in tab.locator(".reference").inner_text()
    tab.locator("#set").select_option("")
    tab.locator("#text").fill("1")
    left = [one for one in runs if "1" in one.puzzle[1] and one.label != gone]
    assert tables(tab) == expected(left)
    assert f"{len({one.puzzle for one in left})} puzzles, {len(left)} runs" in tab.content()
    tab.locator("#all").click()
    tab.locator("#all").click()
    assert tables(tab) == [[], []]


@pytest.mark.slow
def test_many_puzzles(opened: Open) -> None:
    """Beyond fifty puzzles the test is by the normal distribution, in both."""
    runs = some(3, many=120, repetitions=1)
    tab = opened(runs)
    tab.locator("#text").fill("p")
    assert tables(tab) == expected(runs)


@pytest.mark.slow
def test_curves_of_a_choice(opened: Open) -> None:
    """Curves have as many steps as puzzles are solved, and are those of a report without script."""
    runs = some(4)
    tab = opened(runs)
    curves = tab.locator(
        ":is([data-plot=survival], [data-plot=profile]) g:not([id^=legend] *)[data-who] path"
    )
    path = """some => some.map(one => one.getPointAtLength(one.getTotalLength() / 3))
        .map(point => [point.x, point.y])"""
    before = curves.evaluate_all(path)
    tab.locator("#text").fill("p")
    after = tab.locator("[data-plot] path[d*=H]").evaluate_all(path)
    assert len(after) == 8
    assert after == [pytest.approx(point, abs=0.1) for point in before]
    tab.locator("#set").select_option("hard")
    shown = tab.locator("[data-plot=survival] path[d*=H]").evaluate_all(
        "some => some.map(one => one.getAttribute('d').split('H').length - 2)"
    )
    (board,) = boards([one for one in runs if one.puzzle[0] == "hard"], "cpu")
    assert sorted(shown) == sorted(len(row.solved) - 1 for row in board.rows)
