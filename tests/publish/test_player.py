"""A published puzzle is played on a phone, in a real browser."""

import random
import re
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import expect

from asp_nono.clue import Block, Line
from asp_nono.grid import Grid, PartialGrid
from asp_nono.line.solver import solve
from asp_nono.logic.rules import (
    LineRule,
    blank,
    done,
    exhaustive,
    fit,
    overlap,
    rest,
    squeeze,
    unreachable,
)
from asp_nono.logic.view import LineView
from asp_nono.logic.wording import Names
from asp_nono.puzzle import BLACK, WHITE, Color, Puzzle
from tests.cli.run import run
from tests.conftest import ROOT
from tests.publish.conftest import Player
from tests.web.driving import TIMES
from tests.web.serving import HEART

Play = Callable[..., Player]

DUCK = Puzzle.of(
    Grid.from_text([".##..", "###..", ".###.", ".####", "..##."]), title="Duck <small>"
)
RED = Color("red", "r", "cc2222")
SWITCH = Puzzle.of(Grid.from_text(["#.", ".#"]), title="Either way")


def test_line_logic_is_that_of_the_library(play: Play) -> None:
    """On random lines, in colors, blotted and partly known, the page finds what Python finds."""
    dice = random.Random(7)  # noqa: S311 - not for secrets
    cases, expected = list[object](), list[list[list[int]] | None]()
    for _ in range(1500):
        length, colors = dice.randint(1, 14), dice.randint(2, 4)
        clue = tuple(
            Block(dice.choice([None, 1, 1, 2, 3, 5]), dice.randrange(1, colors))
            for _ in range(dice.randint(0, 4))
        )
        most = dice.choice([0.0, 0.1, 0.3])
        allowed = [
            sum((dice.random() >= most) << place for place in range(length)) for _ in range(colors)
        ]
        cells = [[bits >> place & 1 for place in range(length)] for bits in allowed]
        cases.append([[{"length": b.length, "color": b.color} for b in clue], cells])
        left = solve(clue, length, allowed)
        turned = [[bits >> place & 1 for place in range(length)] for bits in left or ()]
        expected.append(turned if left else None)
    found = play(DUCK).value(
        """(cases) => cases.map(([clue, cells]) => {
            const left = player.logic.solveLine(clue, cells.map((line) => Uint8Array.from(line)));
            return left && left.map((line) => [...line]);
        })""",
        cases,
    )
    assert found == expected
    assert 400 < sum(left is None for left in expected) < 1200


RULES: dict[str, LineRule] = {
    "blank": blank,
    "fit": fit,
    "overlap": overlap,
    "done": done,
    "rest": rest,
    "unreachable": unreachable,
    "squeeze": squeeze,
    "exhaustive": exhaustive,
}


def test_rules_are_those_of_the_library(play: Play) -> None:
    """On random lines, blotted and partly known, each rule finds what its namesake finds."""
    dice = random.Random(8)  # noqa: S311 - not for secrets
    names = Names(DUCK)
    cases, expected = list[object](), list[dict[str, list[list[int]]]]()
    while len(cases) < 800:
        size = dice.randint(1, 12)
        clue = tuple(Block(dice.choice([None, 1, 1, 2, 3, 5])) for _ in range(dice.randint(0, 4)))
        known = [dice.choice([1, 2, 3, 3, 3, 3]) for _ in range(size)]
        allowed = [
            sum((colors >> color & 1) << p for p, colors in enumerate(known)) for color in (0, 1)
        ]
        if solve(clue, size, allowed) is None:
            continue
        view = LineView(Line("row", 1), clue, size, allowed, names)
        cases.append([[{"length": b.length, "color": b.color} for b in clue], known])
        expected.append({name: _decided(rule, view) for name, rule in RULES.items()})
    found = play(DUCK).value(
        """(cases) => cases.map(([clue, known]) => {
            const may = [0, 1].map((color) => Uint8Array.from(known, (left) => left >> color & 1));
            const cells = Object.fromEntries(RULES.map((name) => [name, new Map()]));
            for (const { rule, cells: some } of player.logic.findings(clue, may)) {
                for (const [at, color] of some) if (known[at] === 3) cells[rule].set(at, color);
            }
            const sorted = (map) => [...map].sort(([one], [other]) => one - other);
            return Object.fromEntries(RULES.map((name) => [name, sorted(cells[name])]));
        })""".replace("RULES", str(list(RULES))),
        cases,
    )
    assert found == expected
    assert all(any(case[name] for case in expected) for name in RULES)


def _decided(rule: LineRule, view: LineView) -> list[list[int]]:
    """The unknown cells that a rule decides, with their colors."""
    lost = [0, 0]
    for finding in rule(view):
        lost = [before | cells for before, cells in zip(lost, finding.lost, strict=True)]
    cells = range(view.length)
    known = view.everything & ~view.open
    return [[p, int(lost[0] >> p & 1)] for p in cells if (lost[0] | lost[1]) & ~known & 1 << p]


def test_hints_solve_what_line_logic_solves(play: Play) -> None:
    """Hints, one after the other, lead to the solution, and each of them is right."""
    player = play(DUCK)
    for _ in range(30):
        if player.value("() => player.mode.solved"):
            break
        player.press("Hint")
        player.press("Fill them in")
    assert player.marks == ["x11xx", "111xx", "x111x", "x1111", "xx11x"]
    expect(player.page.locator(".facts")).to_contain_text("hint")


def test_fingers(play: Play) -> None:
    """A tap fills, a second one clears, a finger that rests crosses out, drags stay on a line."""
    player = play(DUCK)
    player.tap((2, 1))
    assert player.marks[0] == "?1???"
    player.tap((2, 1))
    assert player.marks[0] == "?????"
    player.touch("Start", player.at(1, 1))
    player.page.wait_for_function("() => player.mode.game.marks[0] === 0")
    player.touch("End")
    assert player.marks[0] == "x????"
    player.drag((1, 2), (3, 3))
    assert player.marks[1:3] == ["111xx", "x????"]  # the rest of finished lines is crossed out
    player.press("Undo")
    assert player.marks[:3] == ["x????", "?????", "?????"]
    player.press("Redo")
    player.page.get_by_role("radio", name="Cross out").click()
    player.drag((5, 1), (5, 4))
    assert [row[4] for row in player.marks] == ["x", "x", "x", "x", "?"]
    player.press("Pencil mark")
    player.tap((3, 3))
    assert player.marks[2] == "x???x"
    assert player.value("() => player.mode.game.work.pencil[12]") == 1
    player.drag((2, 3), (5, 3))  # guesses only where nothing is known
    assert player.value("() => [...player.mode.game.work.pencil.subarray(10, 15)]") == [
        *(255, 1, 1, 1, 255)
    ]


def test_filled_cells_are_enough(play: Play) -> None:
    """The puzzle is solved when the filled cells are right, and stays so when opened again."""
    player = play(DUCK)
    player.page.get_by_role("button", name="Menu").click()
    player.page.get_by_label("Cross out the rest of finished lines").uncheck()
    player.press("Close")
    for row, (start, end) in enumerate([(2, 3), (1, 3), (2, 4), (2, 5), (3, 4)], 1):
        player.drag((start, row), (end, row))
    expect(player.page.locator("#sheet-title")).to_have_text("Solved!")
    assert player.marks[0] == "x11xx"
    player.page.reload()
    expect(player.page.locator("#sheet-title")).to_have_text("Solved!")
    player.press("Play again")
    assert player.marks == ["?????"] * 5


def test_every_solution_counts(play: Play) -> None:
    """A puzzle with several solutions is solved by each of them."""
    player = play(SWITCH)
    player.tap((2, 1), (1, 2))
    expect(player.page.locator("#sheet-title")).to_have_text("Solved!")


def test_mistakes(play: Play) -> None:
    """Hashes show a mistake that line logic cannot see; where it is comes second; it is undone."""
    rows = [".##.#.", "#.#..#", ".#...#", "#..#.#", ".##...", "...###"]  # needs trials
    player = play(Puzzle.of(Grid.from_text(rows)))
    said = player.page.locator(".card-text p").first
    for row, text in enumerate(rows[:3], 1):
        player.tap(*[(cell.end(), row) for cell in re.finditer("#", text)])
    check = "() => player.check()"
    player.value(check)
    expect(said).to_have_text("No mistakes.")
    player.value("() => player.sheet.close()")
    player.tap((2, 4))
    player.value(check)
    expect(said).to_have_text("There is a mistake.")
    player.press("Show me where")
    expect(said).to_contain_text(re.compile("wrong in|cannot be so"))
    player.press("Undo back to before the mistake")
    assert player.marks[3][1] == "?"


def test_two_tabs_of_a_page_keep_the_marks_of_both(play: Play) -> None:
    """What is marked in one is marked in the other, at once; closing one takes nothing back."""
    first = play(Puzzle.of(Grid.from_text(HEART)))
    second = Player(first.context, first.page.url)
    first.tap((2, 1))
    second.page.wait_for_function("() => player.mode.game.marks[1] === 1")
    second.tap((4, 1))
    first.page.wait_for_function("() => player.mode.game.marks[3] === 1")
    second.press("Undo")
    first.page.wait_for_function("() => player.mode.game.marks[3] !== 1")
    first.tap((3, 3))
    second.page.close()
    first.page.reload()
    first.page.wait_for_function("() => player.stage.board.scene")
    assert [row[:5] for row in first.marks[:3]] == ["?1???", "?????", "??1??"]
    assert first.faults == second.faults == []


def test_letters_and_patterns_on_colors(play: Play) -> None:
    """Letters distinguish colors, too: on the palette, in cells, beside numbers; so do patterns."""
    player = play(Puzzle.of(Grid.from_text(["#r#", "rr#"], ".#r"), (WHITE, BLACK, RED)))
    player.tap((2, 1))
    strip = player.page.locator(".status-place .block")
    expect(strip.nth(1)).to_have_text("1")
    looks = [player.page.locator("canvas").first.screenshot()]
    for symbols, number, chips in (
        ("Letters", "1r", ["#", "r", TIMES]),
        ("Patterns", "1", ["", "", TIMES]),
    ):
        player.value("() => player.menu.show()")
        player.page.get_by_label("On colors").select_option(symbols)
        player.value("() => player.sheet.close()")
        expect(strip.nth(1)).to_have_text(number)
        expect(player.page.locator(".chip")).to_have_text(chips)
        looks.append(player.page.locator("canvas").first.screenshot())
    assert len(set(looks)) == 3


def test_given_cells_stay(play: Play) -> None:
    """A given cell is there from the beginning, with what it finishes; no tap changes it."""
    given = PartialGrid(((2, 3), (3, 3)))
    player = play(Puzzle(SWITCH.rows, SWITCH.columns, given=given))
    assert player.marks == ["1x", "x?"]
    player.tap((1, 1))
    assert player.marks == ["1x", "x?"]


def test_fifty_by_fifty_on_a_phone(play: Play) -> None:
    """Cells are as large as a finger can hit; the clues of the touched lines are shown in full."""
    dice = random.Random(3)  # noqa: S311 - not for secrets
    rows = tuple(tuple(int(dice.random() < 0.6) for _ in range(50)) for _ in range(50))
    puzzle = Puzzle.of(Grid(rows))
    player = play(puzzle)
    assert player.value("() => player.stage.board.view.cell / player.stage.board.view.ratio") >= 19
    player.tap((3, 4))
    clues = player.page.locator(".status-place .clue-now")
    for line, clue in zip(clues.all(), (puzzle.rows[3], puzzle.columns[2]), strict=True):
        assert line.locator(".block").all_inner_texts() == [str(block.length) for block in clue]
    header = player.page.locator("header").bounding_box()
    assert header
    assert header["height"] <= 48


def test_keyboard(play: Play) -> None:
    """Arrows move, Enter fills, X crosses out; the cell is spoken."""
    player = play(DUCK, has_touch=False, is_mobile=False)
    for key in ("Enter", "ArrowRight", "Enter", "ArrowRight", "x"):
        player.page.keyboard.press(key)
    assert player.marks[0] == "11xxx"  # what is finished is crossed out
    status = player.page.locator(".stage > [aria-live]")
    expect(status).to_have_text("Row 1, column 3, white, row clue 2, column clue 5")
    player.page.keyboard.press("Control+z")
    assert player.marks[0] == "1????"


def test_german(play: Play, tmp_path: Path) -> None:
    """A browser that prefers German shows the player and the index in German."""
    player = play(DUCK, locale="de-DE")
    assert player.page.locator("html").get_attribute("lang") == "de"
    player.press("Hinweis")
    expect(player.page.locator(".sheet")).to_contain_text("Sehen Sie sich")
    assert (
        run("publish", *(ROOT / "instances" / "color").glob("c*.xml"), "--output", tmp_path).status
        == 0
    )
    player.page.goto((tmp_path / "index.html").as_uri())
    expect(player.page.locator("main")).to_contain_text("Nonogramme")
    expect(player.page.locator(".card").last).to_contain_text("Farben")


def test_lines_without_blocks(play: Play) -> None:
    """They are crossed out from the start, unless finished lines are not to be."""
    posed = Puzzle.of(Grid.from_text(["....", "##..", "...."]))
    player = play(posed)
    assert player.marks == ["xxxx", "??xx", "xxxx"]
    player.tap((1, 2))
    player.press("Menu")
    player.press("Start over")
    assert player.marks == ["xxxx", "??xx", "xxxx"]
    player.press("Menu")
    player.page.get_by_label("Cross out the rest of finished lines").uncheck()
    player.press("Start over")
    assert player.marks == ["????"] * 3


def test_undo_survives_a_reload(play: Play) -> None:
    """Marks and pencil marks are undone and redone after the page was opened again."""
    player = play(DUCK)
    player.tap((2, 1))
    player.press("Pencil mark")
    player.tap((4, 1))
    player.page.reload()
    player.page.wait_for_function("() => player.stage.board.scene")
    player.press("Undo")
    assert player.value("() => player.mode.game.work.pencil[3]") == 255
    assert player.marks[0] == "?1???"
    player.press("Undo")
    assert player.marks[0] == "?????"
    player.page.reload()
    player.page.wait_for_function("() => player.stage.board.scene")
    player.press("Redo")
    assert player.marks[0] == "?1???"
