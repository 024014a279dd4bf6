"""The course's pages in a real browser: the studio that serves them shows its bench in each."""

from pathlib import Path

from playwright.sync_api import Browser, expect

from tests.cli.run import refused
from tests.web.serving import Server
from tools.course import build


def test_the_bench_is_in_the_page(browser: Browser, tmp_path: Path) -> None:
    """From the printed address to a lesson, whose bench has the puzzle; a file stays plain."""
    build(tmp_path)
    with Server("--pages", tmp_path, "docs/course/boat.non") as server:
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
        page.get_by_text("Edit, run and grade it here").first.click()
        exercise = page.frame_locator("iframe[title='The bench with 03-repair.lp']")
        expect(exercise.get_by_label("Name")).to_have_value("03-repair")
        expect(exercise.locator(".code")).to_contain_text("Exercise 1 (repair) of lesson 3")
        page.goto((tmp_path / "03-generate-and-test.html").as_uri())
        expect(page.locator("body > iframe")).to_be_hidden()
        expect(page.get_by_text("Edit, run and grade it here").first).to_be_hidden()
        page.close()


def test_answers_are_checked(browser: Browser, tmp_path: Path) -> None:
    """Of the answers to a "why" question one is right, and the page says which."""
    build(tmp_path)
    page = browser.new_page()
    page.goto((tmp_path / "12-optimization.html").as_uri())
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
