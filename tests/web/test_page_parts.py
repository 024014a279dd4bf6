"""Tools, colors, canvas, clues, given cells, pictures and the bench, each as a person uses it."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.conftest import ROOT
from tests.design.pictures import scene
from tests.web.driving import TIMES, Desk

COLORED = ROOT / "instances" / "color" / "cherry.xml"
NONE = ROOT / "instances" / "pathological" / "none-search-4x4.xml"


def _corner(desk: Desk, side: int = 5) -> list[str]:
    return [row[:side] for row in desk.picture[:side]]


@pytest.mark.parametrize(
    ("tool", "expected"),
    [
        ("Straight line", ["#....", ".#...", "..#..", "...#.", "....#"]),
        ("Frame", ["#####", "#...#", "#...#", "#...#", "#####"]),
        ("Filled rectangle", ["#####"] * 5),
    ],
)
def test_shapes_follow_the_mouse(desk: Desk, tool: str, expected: list[str]) -> None:
    """While it is dragged a shape leaves nothing of what it was before."""
    desk.press(tool)
    desk.page.mouse.move(*desk.at(1, 1))
    desk.page.mouse.down()
    desk.page.mouse.move(*desk.at(9, 8), steps=4)
    desk.page.mouse.move(*desk.at(5, 5), steps=4)
    desk.page.mouse.up()
    assert _corner(desk) == expected
    assert not any("#" in row[5:] for row in desk.picture)
    desk.press("Undo")
    assert not any("#" in row for row in desk.picture)


def test_strokes_fills_and_buttons(desk: Desk) -> None:
    """Fast strokes have no holes; a fill stops at corners; the right button erases."""
    desk.page.mouse.move(*desk.at(1, 1))
    desk.page.mouse.down()
    desk.page.mouse.move(*desk.at(10, 10))
    desk.page.mouse.up()
    assert [row[number] for number, row in enumerate(desk.picture)] == ["#"] * 10
    desk.click(2, 2, button="right")
    desk.click(3, 3)  # the pencil takes back its own color
    assert [row[number] for number, row in enumerate(desk.picture)] == list("#..#######")
    desk.press("Undo")
    desk.press("Undo")
    desk.press("Fill an area")
    desk.click(1, 10)
    assert desk.picture == ["#" * row + "." * (10 - row) for row in range(1, 11)]


def test_symmetry(desk: Desk) -> None:
    """Painted symmetrically, a stroke comes four times."""
    desk.page.get_by_label("Paint symmetrically").select_option("Both ways")
    desk.click(1, 2)
    assert [row for row in desk.picture if "#" in row] == ["#........#"] * 2
    assert desk.picture[1] == desk.picture[8]


def test_the_canvas_grows_and_shrinks_around_the_picture(desk: Desk) -> None:
    """The picture stays where one says; turns, mirrors and moves take all of it along."""
    desk.paint("##", "#")
    desk.press("Size of the canvas")
    desk.size(12, 11)
    desk.page.get_by_label("bottom right").check()
    desk.press("Change the size")
    desk.has_size(12, 11)
    assert [row for row in desk.picture if "#" in row] == ["..##........", "..#........."]
    desk.press("Undo")
    assert _corner(desk, 2) == ["##", "#."]
    desk.press("Quarter turn to the right")
    assert [row[8:] for row in desk.picture[:2]] == ["##", ".#"]
    desk.press("Mirror, left to right")
    assert _corner(desk, 2) == ["##", "#."]
    desk.press("Move the picture")
    desk.drag((3, 3), (5, 4))
    assert desk.picture[1][2:4] == "##"
    assert desk.picture[2][2:4] == "#."


def test_colors_are_added_named_and_removed(desk: Desk) -> None:
    """A name that another color has is refused; cells of a removed color become background."""
    desk.press("Add a color")
    desk.page.get_by_label("Name").fill("black")
    desk.press("Save")
    expect(desk.page.locator("dialog [role=alert]")).to_have_text("There is a color black already.")
    desk.page.get_by_label("Name").fill("leaf")
    desk.page.locator("dialog input[type=color]").fill("#119933")
    desk.press("Save")
    desk.drag((1, 1), (3, 1))
    assert desk.puzzle()["colors"][2] == {"name": "leaf", "char": "r", "rgb": "119933"}
    assert desk.puzzle()["rows"][0] == [{"length": 3, "color": "leaf"}]
    desk.press("Change this color")
    desk.press("Remove this color")
    assert desk.picture[0] == ".........."
    desk.press("Undo")
    assert desk.picture[0] == "rrr......."


def test_clues_are_typed_and_judged(desk: Desk) -> None:
    """What cannot be is told beside the line; a blot keeps the picture, another clue does not."""
    desk.paint("##.#", "####")
    desk.mode("Clues")
    line = desk.page.get_by_label("Clue of row 1", exact=True)
    expect(line).to_have_value("2 1")
    for text, words in [
        ("2 x", "“x” is not a length."),
        ("6 6", "This takes 13 cells, but the line has 10."),
    ]:
        line.fill(text)
        expect(desk.page.locator("#clue-rows-0")).to_have_text(words)
    line.fill("? 1")
    line.press("Enter")
    expect(desk.page.get_by_label("Clue of row 2", exact=True)).to_be_focused()
    assert desk.puzzle()["rows"][0] == ["?", 1]
    assert "goal" in desk.puzzle()
    line.fill("3 1")
    line.press("Enter")
    assert "goal" not in desk.puzzle()
    desk.says("The rows have 8 cells of black, the columns 7.")
    desk.press("Take the clues from the picture again")
    expect(line).to_have_value("2 1")
    desk.faults.clear()  # the browser itself reports that the server refused, if it came to that


def test_a_puzzle_without_a_picture(desk: Desk) -> None:
    """Clues alone are checked, and the solution can become the picture."""
    desk.press("New")
    desk.size(3, 2)
    desk.page.get_by_label("clues without a picture").check()
    desk.press("Create")
    expect(desk.tab).to_have_text("Clues")
    names = ("row 1", "row 2", "column 1", "column 2", "column 3")
    for name, text in zip(names, "31121", strict=True):
        desk.page.get_by_label(f"Clue of {name}", exact=True).fill(text)
        desk.page.keyboard.press("Tab")
    desk.verdict("Exactly one solution")
    desk.press("Use the solution as the picture")
    assert desk.picture == ["###", ".#."]


def test_given_cells_make_it_unique(desk: Desk) -> None:
    """A cell given in Clues is known from the beginning in Play, and cannot be changed."""
    desk.press("New")
    desk.size(2, 2)
    desk.press("Create")
    desk.page.wait_for_function("() => studio.store.work.width === 2")
    desk.paint("#.", ".#")
    desk.verdict("More than one solution")
    desk.mode("Clues")
    desk.click(1, 1)
    desk.verdict("Exactly one solution")
    desk.mode("Play")
    assert desk.marks == ["#?", "??"]
    desk.click(1, 1, button="right")
    assert desk.marks == ["#?", "??"]
    desk.press("Reset")
    assert desk.marks == ["#?", "??"]


def test_clues_that_clash_are_marked(desk: Desk) -> None:
    """A puzzle without a solution names the fewest clues that clash, beside the grid."""
    desk.give_clues(NONE)
    desk.verdict("No solution")
    desk.press("Which clues clash?")
    desk.says("These clues cannot all be right")
    assert {kind for kind, _ in desk.shown["lines"]} == {"clash"}


def test_a_picture_becomes_a_puzzle(desk: Desk, tmp_path: Path) -> None:
    """The preview follows the choices, and what it shows is what one gets."""
    from PIL import Image, ImageDraw

    image = Image.new("L", (60, 40), 255)
    ImageDraw.Draw(image).rectangle((10, 10, 39, 29), fill=0)
    file = tmp_path / "square.png"
    image.save(file)
    desk.give(file)
    dialog = desk.page.get_by_role("dialog", name="A puzzle from a picture")
    columns = dialog.get_by_label("Columns")
    dialog.get_by_label("Automatic").first.uncheck()
    columns.fill("30")
    expect(dialog.locator(".preview")).to_contain_text(f"30 {TIMES} 20")
    columns.fill("12")
    expect(dialog.locator(".preview")).to_contain_text(f"12 {TIMES} 8")
    desk.press("Use this picture")
    desk.has_size(12, 8)
    dark = [row for row in desk.picture if row != desk.picture[0]]
    assert len(dark) == 4
    assert all(re.fullmatch(r"(.)\1(.)\2{5}\1{4}", row) for row in dark)


def test_steps_of_an_explanation_are_shown_on_the_board(desk: Desk) -> None:
    """Each step has its reason and its signs; the player's own marks stay as they are."""
    desk.paint("###.", "#.#.", "###.", "..##")
    desk.verdict("Exactly one solution")
    desk.mode("Play")
    desk.click(1, 1)
    marks = desk.marks
    desk.press("How can it be solved?")
    desk.says("These steps solve it.")
    desk.page.locator(".step-button").nth(2).click()
    expect(desk.page.locator(".step-bar")).to_contain_text("Step 3 of")
    assert "fresh" in {kind for kind, *_ in desk.shown["cells"]}
    desk.press("Next step")
    expect(desk.page.locator(".step-bar")).to_contain_text("Step 4 of")
    desk.press("Done")
    assert desk.marks == marks


def test_steps_solve_a_puzzle_of_several_colors(desk: Desk) -> None:
    """Step after step, also those that leave a cell several colors, lead to the end."""
    desk.give(COLORED)
    expect(desk.page.locator(".status-size")).not_to_have_text(f"10 {TIMES} 10")
    desk.mode("Play")
    step = desk.page.locator("[data-action=step]")
    for _ in range(400):
        if desk.page.locator(".win").is_visible():
            break
        before = desk.page.evaluate(
            "[studio.store.work.marks.join(), studio.mode.left.size].join()"
        )
        step.click()
        desk.page.wait_for_function(
            "(before) => [studio.store.work.marks.join(), studio.mode.left.size].join() !== before",
            arg=before,
        )
    expect(desk.page.locator(".stage .win")).to_contain_text("Solved!")
    assert desk.marks == desk.picture


def test_the_bench_shows_what_a_recipe_does(desk: Desk) -> None:
    """Answer sets as pictures, atoms of the cell that is pointed at, and the size of each rule."""
    desk.paint("#.", ".#")
    desk.mode("Bench")
    desk.page.get_by_label("Encoding").select_option("starts")
    desk.program("a.")
    assert desk.page.evaluate("studio.mode.editor.value").startswith("% Purpose")
    desk.page.locator("[data-action=run]").click()
    desk.says("2 answer sets, and there are no more.")
    desk.says("Answer set 1 of 2: a solution of the puzzle")
    desk.page.mouse.move(*desk.at(1, 1))
    desk.says("Atoms about column 1, row 1")
    desk.page.locator(".atom", has_text="color(row(1)").first.click()
    assert {kind for kind, *_ in desk.shown["cells"]} == {"atom"}
    expect(desk.page.locator(".sizes tbody tr").first).to_contain_text("starts.lp, line")


def test_warnings_stand_at_their_line(desk: Desk) -> None:
    """A predicate that nothing supplies is marked beside its line; so is a slip in the syntax."""
    desk.mode("Bench")
    marked = desk.page.locator(".cm-lintRange-error")
    desk.program("{ fill(X,Y,1) } :- at(row(Y),X,(X,Y)).\n:- missing(X).\n#show fill/3.")
    desk.page.locator("[data-action=run]").click()
    expect(marked).to_have_text(":- missing(X).")
    desk.says("missing/1")
    desk.program("a :- b.\nc :- :- d.\n")
    expect(marked).to_have_count(0)
    desk.page.keyboard.press("Control+Enter")
    expect(desk.page.locator(".run-head .problem")).to_contain_text("syntax error")
    expect(marked.first).to_be_visible()
    desk.reload()
    expect(desk.page.locator("[data-action=run]")).to_be_enabled()
    assert desk.page.evaluate("studio.mode.editor.value") == "a :- b.\nc :- :- d.\n"


def test_nothing_runs_before_there_is_a_program(desk: Desk) -> None:
    """While the encodings are still on their way, Run and Ctrl+Enter wait, and nothing is typed."""
    call = desk.hold("**/api/encodings")
    desk.mode("Bench")
    run = desk.page.locator("[data-action=run]")
    expect(run).to_be_disabled()
    desk.editor.click()
    desk.page.keyboard.press("Control+Enter")
    call().continue_()
    desk.program("a.")
    run.click()
    desk.says("1 answer set, and there are no more.")


def test_a_random_puzzle_has_one_solution(desk: Desk) -> None:
    """New can make one; it is played, and its picture is not shown."""
    desk.press("New")
    desk.size(6, 5)
    desk.page.get_by_label("a random puzzle with one solution, to play").check()
    desk.press("Create")
    desk.has_size(6, 5)
    expect(desk.tab).to_have_text("Play")
    assert set("".join(desk.marks)) == {"?"}
    desk.mode("Paint")
    desk.verdict("Exactly one solution")
    desk.says("It can be solved line by line, without guessing.")


def test_a_photograph_in_several_ways(desk: Desk, tmp_path: Path) -> None:
    """The number of colors counts the background; the way that is chosen is a unique puzzle."""
    scene().save(tmp_path / "portrait.jpg")
    desk.give(tmp_path / "portrait.jpg")
    dialog = desk.page.get_by_role("dialog")
    for label, number in (("Columns", 14), ("Number of colors", 2)):
        part = dialog.locator(".slider", has_text=label)
        part.get_by_role("checkbox").uncheck()
        part.get_by_role("slider").fill(str(number))
    expect(dialog.locator(".preview .hint").first).to_have_text(re.compile(r"^14 . 12 . 2 colors$"))
    desk.press("Draw it in several ways")
    expect(dialog.locator(".card")).to_have_count(6, timeout=100_000)
    expect(dialog.locator(".card span").first).to_have_text(re.compile(r"Score \d+"))
    dialog.locator(".card").nth(2).click(delay=120)
    expect(dialog).to_have_count(0)
    desk.mode("Paint")
    assert (len(desk.picture[0]), len(desk.puzzle()["colors"])) == (14, 2)
    desk.verdict("Exactly one solution")


def test_nothing_moves_under_a_finger(desk: Desk) -> None:
    """A change of a list that is pressed waits for the click; only the latest is made."""
    order = desk.page.evaluate(
        """async () => {
            const { h, unpressed } = await import('/page/static/dom.js');
            const order = [];
            const list = h('div', { on: { click: () => order.push('click') } });
            document.body.append(list);
            const change = unpressed(list);
            const press = (type) => list.dispatchEvent(new PointerEvent(type, { bubbles: true }));
            change(() => order.push('first'));
            press('pointerdown');
            change(() => order.push('passed over'));
            change(() => order.push('latest'));
            press('pointerup');
            list.click();
            await new Promise((done) => setTimeout(done));
            change(() => order.push('last'));
            press('pointerdown');
            change(() => order.push('of a list that is gone'));
            list.remove();
            dispatchEvent(new PointerEvent('pointerup'));
            await new Promise((done) => setTimeout(done));
            return order;
        }"""
    )
    assert order == ["first", "click", "latest", "last"]
