"""The course's pages in a real browser: the studio that serves them shows its bench in each."""

from pathlib import Path

import pytest
from playwright.sync_api import Browser, FrameLocator, Page, expect

from tests.cli.run import refused
from tests.web.benches import benches
from tests.web.serving import Server
from tools.course import COURSE, LESSONS, build

PRESS = 120  # milliseconds, as people press
STARTS = (COURSE / "starts.lp").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The pages of the course."""
    folder = tmp_path_factory.mktemp("course")
    build(folder)
    return folder


def test_the_bench_is_in_the_page(browser: Browser, site: Path) -> None:
    """From the printed address to a lesson, whose bench has the puzzle; a file stays plain."""
    with Server("--pages", site, "docs/course/boat.non") as server:
        page = browser.new_page()
        page.goto(server.address)
        assert "#" not in page.url
        page.get_by_role("link", name="3. Generate and test").click()
        expect(page.get_by_role("heading", level=1)).to_have_text("Lesson 3: generate and test")
        bench = page.frame_locator("body > iframe")
        expect(bench.locator("body")).to_have_attribute("data-mode", "bench")
        expect(bench.locator(".cm-editor")).to_be_visible()
        expect(bench.get_by_label("Title")).to_have_value("A boat for the course")
        expect(bench.get_by_role("button", name="Run")).to_be_enabled()
        exercise = _opened(page, "03-repair")
        expect(exercise.get_by_label("Name")).to_have_value("03-repair")
        expect(exercise.locator(".code")).to_contain_text("Exercise 1 (repair) of lesson 3")
        page.goto((site / "03-generate-and-test.html").as_uri())
        expect(page.locator("body > iframe")).to_be_hidden()
        expect(page.get_by_text("Edit, run and grade it here").first).to_be_hidden()
        page.close()


WATCH = """
globalThis.typeable = [];
setInterval(() => {
  const code = document.querySelector('.code:not(.read-only)');
  const hosts = code ? [code, ...code.querySelectorAll('*')] : [];
  const host = hosts.find(({ shadowRoot }) => shadowRoot);
  if (host) typeable.push(host.shadowRoot.querySelector('.cm-content').textContent);
}, 1);
"""
"""Notes what is in an editor whenever it takes keys."""

NOTED = """
async () => {
  while (!typeable.length) await new Promise(setTimeout);
  return typeable;
}
"""


def test_only_the_program_of_a_link_can_be_edited(browser: Browser, site: Path) -> None:
    """Before it is there, nothing can be typed, which it would replace."""
    with Server("--pages", site) as server:
        page = browser.new_page()
        page.add_init_script(WATCH)
        page.goto(server.address)
        page.get_by_role("link", name="11. Counting").click()
        bench = _opened(page, "11-write")
        expect(bench.get_by_role("button", name="Run")).to_be_enabled()
        texts = bench.locator("body").evaluate(NOTED)
        assert all("Exercise 3 (write it yourself) of lesson 11" in text for text in texts)
        page.close()


@pytest.mark.slow
def test_an_exercise_of_its_own(browser: Browser, site: Path) -> None:
    """It is graded for its folder or by its rubric; without a puzzle it runs on an instance."""
    with Server("--pages", site) as server:
        page = browser.new_page()
        page.goto(server.address)
        page.get_by_role("link", name="12. Optimization").click()
        bench = _opened(page, "12-repair")
        bench.get_by_role("button", name="Grade").click(delay=PRESS)
        graded = bench.locator(".grade-result")
        expect(graded.locator(".verdict-head")).to_have_text("Wrong2.7 of 100 points")
        expect(graded).to_contain_text("A smallest instance that shows it")
        expect(graded).to_contain_text("the program does not give this: given(1,1)")
        expect(graded).to_contain_text("Where to lookline 7: :- differ(I, X, Y), not given(X, Y).")
        bench.get_by_role("button", name="Run").click(delay=PRESS)
        expect(bench.locator(".run-head")).to_contain_text("1 answer set, and there are no more.")
        expect(bench.locator(".answers button")).to_have_text("1")
        expect(bench.locator(".run-result")).to_contain_text("Answer set 1 of 1: the least cost, ")
        expect(bench.locator(".atoms")).to_contain_text("differ(1,1,2)")

        lesson = _opened(page, "lesson-12")
        expect(lesson.get_by_role("button", name="Run")).to_be_enabled()
        expect(lesson.get_by_role("button", name="Grade")).to_be_hidden()

        page.get_by_role("link", name="Previous: Lesson 11").first.click()
        bench = _opened(page, "11-write")
        bench.locator(".cm-content").fill(STARTS)
        bench.get_by_role("button", name="Grade").click(delay=PRESS)
        expect(bench.locator(".grade-result")).to_contain_text("asks for #count")
        page.close()


@pytest.mark.slow
def test_a_program_waits_for_its_puzzle(browser: Browser, site: Path) -> None:
    """Run is pressed before the board is there, which has no block then."""
    with Server("--pages", site) as server:
        page = browser.new_page()
        page.goto(server.address)
        page.get_by_role("link", name="11. Counting").click()
        bench = _opened(page, "11-repair")
        bench.get_by_role("button", name="Run").click(delay=PRESS)
        expect(bench.locator(".run-head")).to_contain_text("No answer set.")
        expect(bench.locator(".status-size")).to_contain_text("5")
        page.close()


def _opened(page: Page, name: str) -> FrameLocator:
    """The bench with a program of the lesson."""
    frame = f"iframe[title='The bench with {name}']"
    page.locator(f"details:has({frame}) summary").click()
    return page.frame_locator(frame)


@pytest.mark.slow
def test_every_exercise_has_a_bench() -> None:
    """And every lesson has one, with what its commands grade for."""
    found = benches(served=True)
    programs = {file.stem: file.read_text() for file in (COURSE / "exercises").glob("*.lp")}
    lessons = {f"lesson-{lesson.stem[:2]}" for lesson in LESSONS}
    assert found.keys() == programs.keys() | lessons
    assert all(found[name]["text"] == text for name, text in programs.items())
    assert found["04-write"]["exercise"] == "exercises/04-choice.toml"
    assert found["20-write"]["exercise"] == "exercises/schedule"
    assert "task(" in found["20-write"]["facts"]
    assert "exercise" not in found["01-repair"]
    assert len(programs) == 60
    assert len(benches(served=False)) == 50 + 19  # as docs/course/README.md says


def test_answers_are_checked(browser: Browser, site: Path) -> None:
    """Of the answers to a "why" question one is right, and the page says which."""
    page = browser.new_page()
    page.goto((site / "12-optimization.html").as_uri())
    answers = page.get_by_role("radiogroup", name="Answers")
    for text, said in (
        ("but more slowly", "No. Think again."),
        ("It would give no cell", "Right."),
    ):
        answers.get_by_text(text).click()
        expect(page.get_by_role("status")).to_have_text(said)
    page.close()


def test_refused(tmp_path: Path) -> None:
    """A folder without pages."""
    assert "no index.html in it; expected a folder of pages" in refused(
        "studio", "--pages", tmp_path
    )
