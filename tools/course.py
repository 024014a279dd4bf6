"""Build the course's pages and notebooks: `python -m tools.course FOLDER`.

The Markdown in docs/course is the one source. A page is plain HTML; served by
`asp-nono studio --pages FOLDER`, it also shows the bench, with the program of the lesson and each
exercise in a frame of its own.
Slides are the same text, a section each.
A notebook needs nothing but an installed asp-nono: its first cell writes the files of the lesson.
"""

from __future__ import annotations

import base64
import json
import re
import shutil
import sys
import zlib
from functools import cache
from html import escape
from itertools import count
from pathlib import Path
from typing import Any

from clingo import Control
from markdown_it import MarkdownIt
from pygments import highlight
from pygments.formatters import HtmlFormatter
from pygments.lexers import get_lexer_by_name

from asp_nono.files import read
from asp_nono.formats.json import puzzle_data
from asp_nono.grading.exercise_folder import read_exercise
from asp_nono.grading.rubric import Rubric, read_rubric
from tools.blocks import ROOT

COURSE = ROOT / "docs" / "course"
LESSONS = sorted(COURSE.glob("[0-9]*.md"))

_FENCED = re.compile(r"^( *)```(\w+)\n(.*?)^\1```$", re.MULTILINE | re.DOTALL)
_RULES = re.compile(r"^## The rules$.*?^```prolog\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_GRADED = re.compile(
    r"asp-nono grade(?: --no-scaling)?(?: --(?:rubric|exercise) (docs/\S+))? (docs/\S+\.lp)"
)
"""The command that grades an exercise: what it is graded for, if not as usual, and its file."""

_EXERCISE = re.compile(r"docs/course/exercises/\d+-\w+\.(?:lp|py)")
_SHIPPED = ROOT / "docs" / "exercises"
_MEGABYTES = 1024  # for the reference of an exercise
_MOST_ANSWERS = 10  # of the instance on which a program is tried
_SLUG = re.compile(r"[^\w\- ]")

_STYLE = """body { max-width: 54rem; margin: 2rem auto; padding: 0 1rem; font: 1em/1.5 sans-serif }
pre { overflow-x: auto; padding: .7rem; background: #f3f3f3; color: #111; }
code { font-size: .95em; } table { border-collapse: collapse; } img { max-width: 100%; }
th, td { padding: .2rem .6rem; border: 1px solid #999; text-align: left; }
iframe { width: min(96vw, 80rem); margin-left: calc(50% - min(48vw, 40rem));
  height: 44rem; border: 1px solid #999; }
iframe[hidden] { display: none; }
@media (min-width: 54rem) { pre { white-space: pre-wrap; } }
.bench { display: none; } .served .bench { display: block; }
.choices { padding: 0; list-style: none; } .choices li { margin: .4rem 0; }
.slides { max-width: 72rem; font-size: 1.6em; } .slides pre { font-size: .75em; }
"""

_SCRIPT = """// What is chosen below "Why?" is checked.
const choices = document.querySelector('.choices');
choices?.addEventListener('change', ({ target }) => {
  const right = target.value === choices.dataset.right;
  choices.nextElementSibling.textContent = right ? 'Right.' : 'No. Think again.';
});
// The bench appears when the studio serves this page; elsewhere the page stays plain.
if (location.protocol.startsWith('http')) {
  // The secret is kept until the bench has stored it, which another page may have to wait for.
  if (/^#(key|once)=/.test(location.hash)) {
    sessionStorage.setItem('secret', location.hash);
    history.replaceState(null, '', location.pathname);
  }
  addEventListener('storage', () => sessionStorage.removeItem('secret'));
  fetch('/static/app/main.js', { method: 'HEAD' }).then((answer) => {
    const bench = document.querySelector('body > iframe');
    if (!answer.ok) return;
    document.body.classList.add('served');
    bench.src = `/?bench${sessionStorage.getItem('secret') ?? ''}`;
    bench.hidden = false;
  }).catch(() => {});
}
"""

_PAGE = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>{title}</title><link rel="stylesheet" href="course.css"></head><body>
{ways}
{body}{ways}
<h2 class="bench">A program of your own</h2>
<iframe title="The studio" hidden></iframe><script src="course.js"></script></body></html>
"""


_SLIDES = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>{title}: slides</title><link rel="stylesheet" href="course.css"></head>
<body class="slides">
{slides}
<script>
const slides = [...document.querySelectorAll('section')];
const show = () => {{
  const number = Math.min(slides.length, Math.max(1, Number(location.hash.slice(1)) || 1));
  slides.forEach((slide, at) => {{ slide.hidden = at + 1 !== number; }});
  return number;
}};
const go = (by) => {{ location.hash = String(show() + by); }};
const by = {{ ArrowRight: 1, PageDown: 1, ' ': 1, ArrowLeft: -1, PageUp: -1 }};
addEventListener('hashchange', show);
addEventListener('keydown', (event) => {{ if (by[event.key]) go(by[event.key]); }});
addEventListener('click', (event) => {{ if (!event.target.closest('a, pre, table')) go(1); }});
show();
</script></body></html>
"""


def lesson_program(text: str) -> str | None:
    """The program of a lesson, which its commands call lesson.lp."""
    found = _RULES.search(text)
    return found and found[1]


def page(text: str) -> str:
    """A page in HTML; links between pages of the course stay within it."""
    body = _with_choices(_html(with_benches(text, "/", served=True)), text)
    return _PAGE.format(title=_title(text), body=body, ways=_ways(text))


def with_benches(text: str, studio: str, *, served: bool = False) -> str:
    """A lesson with the bench of a studio below its program and each exercise.

    Without a server there are those programs that the page can run, and those exercises that it
    can grade; see `write_exercises`.
    """
    lesson = re.match(r"# Lesson (\d+)", text)
    number = f"{int(lesson[1]):02}" if lesson else "-"
    graded = {Path(file).stem: exercise for exercise, file in _GRADED.findall(text)}
    framed = set[str]()

    def with_frame(block: re.Match[str]) -> str:
        indent, language, code = block.groups()
        runs = served or _is_plain(code)
        if language == "prolog" and runs and code == lesson_program(text):
            repair = graded.get(f"{number}-repair", "")
            facts = _instance(repair) and (_lesson_facts(text) or _instance(repair))
            link = {"name": f"lesson-{number}", "text": code, "facts": facts}
            return f"{block[0]}\n\n{_frame(studio, link)}"
        here = {Path(file).stem for _, file in _GRADED.findall(code)}
        for file in map(Path, _EXERCISE.findall(code)):
            name, exercise = file.stem, graded.get(file.stem, "")
            if file.suffix != ".lp" or not name.startswith(number) or name in framed:
                continue
            if name in graded and name not in here:
                continue  # it comes below the command that grades it
            program = (ROOT / file).read_text(encoding="utf-8")
            plain = name in graded and _is_plain(program)
            if served or (plain and page_exercise(exercise) is not None):
                framed.add(name)
                link = {"name": name, "text": program, "facts": _instance(exercise)}
                link["exercise"] = f"exercises/{Path(exercise).name}" if exercise else ""
                return f"{block[0]}\n\n{indent}{_frame(studio, link)}"
        return block[0]

    return _FENCED.sub(with_frame, text)


def _is_plain(program: str) -> bool:
    """Whether clingo alone runs a program, in one go."""
    return not re.search("#program|&", program)


def _frame(studio: str, link: dict[str, str]) -> str:
    """The bench with what a link holds, which a reader opens."""
    frame = (
        f'<iframe loading="lazy" title="The bench with {link["name"]}" '
        f'src="{studio}?bench{_fragment(link)}"></iframe>'
    )
    judged = not link["facts"] or "exercise" in link
    done = "Edit, run and grade" if judged else "Edit and run"
    return f'<details class="bench"><summary>{done} it here</summary>{frame}</details>'


def _fragment(link: dict[str, str]) -> str:
    """The end of a link that opens a program in the bench (page/static/link.js)."""
    (boat,) = read(COURSE / "boat.non")
    values = {name: value for name, value in link.items() if value} | {"puzzle": puzzle_data(boat)}
    deflate = zlib.compressobj(wbits=-zlib.MAX_WBITS)
    packed = deflate.compress(json.dumps(values).encode()) + deflate.flush()
    return f"#b={base64.urlsafe_b64encode(packed).decode().rstrip('=')}"


@cache
def page_exercise(name: str) -> dict[str, Any] | None:
    """What a page needs to know to grade for an exercise, a folder or a rubric; "" is none.

    None if it cannot: clingo is run once for an instance there, and prints no order of answers.
    """
    if not name:
        return {}
    if not _instance(name):
        rubric = read_rubric(ROOT / name)
        return None if rubric.first else _asked(rubric)
    found = read_exercise(ROOT / name, _MEGABYTES)
    if found.externals or found.checker or found.others:
        return None
    return _asked(found.rubric) | {
        "shown": found.shown,
        "given": sorted(found.given),
        "costs": found.costs,
        "rubric": {"points": found.rubric.points, "most": found.rubric.wrong_most},
        "instances": [{"facts": one.facts, "right": one.right} for one in found.instances],
    }


def _asked(rubric: Rubric) -> dict[str, Any]:
    return {"requires": rubric.requires, "forbids": rubric.forbids}


def write_exercises(folder: Path) -> None:
    """Write what a studio without a server needs to grade the exercises of the course."""
    texts = (lesson.read_text(encoding="utf-8") for lesson in LESSONS)
    names = {name for text in texts for name, _ in _GRADED.findall(text) if name}
    folder.mkdir()
    for name in names:
        if (known := page_exercise(name)) is not None:
            text = json.dumps(known, separators=(",", ":"))
            (folder / f"{Path(name).name}.json").write_text(text, encoding="utf-8")


def _lesson_facts(text: str) -> str:
    """The facts on which a lesson runs its program, one a line; empty if no file has them."""
    if not (file := re.search(r"lesson\.lp (docs/course/\w+\.lp)", text)):
        return ""
    control = Control()
    control.load(str(ROOT / file[1]))
    control.ground([("base", [])])
    return "\n".join(sorted(f"{one.symbol}." for one in control.symbolic_atoms))


@cache
def _instance(exercise: str) -> str:
    """The facts of an instance on which to try a program; empty if the exercise is no folder.

    Of the small ones with few answers, the one with the most facts, and then the longest answers.
    """
    if not (ROOT / exercise / "exercise.toml").is_file():
        return ""
    every = read_exercise(ROOT / exercise, _MEGABYTES).instances
    few = [one for one in every if 1 <= len(one.right or ()) <= _MOST_ANSWERS]
    return max(few, key=lambda one: (len(one.lines), sum(map(len, one.right or ())))).facts


def _with_choices(body: str, text: str) -> str:
    """The page of a lesson with the answers to its "why" question to choose from."""
    number = re.match(r"# Lesson (\d+): ", text)
    if not number:
        return body
    right = right_choices()[int(number[1])]
    values = count(1)

    def choice(_: re.Match[str]) -> str:
        return f'<li><label><input type="radio" name="why" value="{next(values)}"> '

    head, found, rest = body.rpartition("<ul>\n<li>[ ] ")
    rest = re.sub(r"<li>\[ \] ", choice, f"<li>[ ] {rest}").replace("</li>", "</label></li>")
    rest = rest.replace("</ul>", '</ul>\n<p role="status"></p>', 1)
    start = f'<ul class="choices" role="radiogroup" aria-label="Answers" data-right="{right}">'
    return f"{head}{start}\n{rest}" if found else body


def right_choices() -> dict[int, int]:
    """For each lesson the number of the right answer to its "why" question, from 1."""
    teacher = (COURSE / "teacher.md").read_text(encoding="utf-8")
    found = re.findall(r"^(\d+)\. \(([a-z])\) ", teacher, re.MULTILINE)
    return {int(lesson): ord(letter) - ord("a") + 1 for lesson, letter in found}


def slides(text: str) -> str:
    """A lesson as slides: its title and idea, then a slide for each section."""
    parts = re.split(r"^(?=## )", text, flags=re.MULTILINE)
    sections = "\n".join(f"<section>\n{_html(part)}</section>" for part in parts)
    return _SLIDES.format(title=_title(text), slides=sections)


def _html(text: str) -> str:
    """Markdown in HTML; links between pages of the course stay within it."""
    options = {"html": True, "highlight": _highlighted}
    body = MarkdownIt("commonmark", options).enable("table").render(text)
    body = re.sub(r"<h(\d)>(.*?)</h\1>", _heading, body)
    body = re.sub(r'href="(README|[\w-]+)\.md(#[^"]*)?"', _link, body)
    body = re.sub(r'src="../drawings/', 'src="pictures/', body)
    return re.sub(r'<a href="(?:\.\.|teacher)[^"]*">(.*?)</a>', r"\1", body)  # not among the pages


def _highlighted(code: str, language: str, _: str) -> str:
    """A block of code with its colors; empty if it stays as it is."""
    if language not in ("prolog", "console", "sh", "diff"):
        return ""
    lexer = get_lexer_by_name("clingo" if language == "prolog" else language)
    return highlight(code, lexer, HtmlFormatter(nowrap=True))


def _ways(text: str) -> str:
    """Links to the course, and from a lesson to the ones before and after it."""
    texts = [lesson.read_text(encoding="utf-8") for lesson in LESSONS]
    ways = ['<a href="index.html">The course</a>']
    if text in texts:
        place = texts.index(text)
        beside = (("Previous", place - 1), ("Next", place + 1))
        ways += [
            f'<a href="{LESSONS[at].stem}.html">{word}: {_title(texts[at])}</a>'
            for word, at in beside
            if 0 <= at < len(LESSONS)
        ]
        ways.append(f'<a href="{LESSONS[place].stem}-slides.html">Slides</a>')
    return f"<p>{' · '.join(ways)}</p>"


def _title(text: str) -> str:
    return escape(text.partition("\n")[0].removeprefix("# "))


def _heading(match: re.Match[str]) -> str:
    words = _SLUG.sub("", re.sub(r"<.*?>", "", match[2])).lower().replace(" ", "-")
    return f'<h{match[1]} id="{words}">{match[2]}</h{match[1]}>'


def _link(match: re.Match[str]) -> str:
    name = "index" if match[1] == "README" else match[1]
    return f'href="{name}.html{match[2] or ""}"'


def notebook(text: str) -> dict[str, Any]:
    """A lesson as a notebook: program and exercises are cells to edit, commands cells to run."""
    cells = [_code(_set_up(text))]
    last, written = 0, set[str]()
    for block in _FENCED.finditer(text):
        if block[2] in ("sh", "console"):
            cells += _words(text[last : block.start()])
            for name in _EXERCISE.findall(block[3]):
                if name not in written:
                    cells.append(_code(f"%%writefile {name}\n{(ROOT / name).read_text()}"))
                    written.add(name)
            cells.append(_code(_shell(block)))
            last = block.end()
        elif block[3] == lesson_program(text):
            program = f"%%writefile lesson.lp\n{block[3]}"
            cells += [*_words(text[last : block.start()]), _code(program)]
            last = block.end()
    cells += _words(text[last:])
    for number, cell in enumerate(cells):
        cell["id"] = f"cell-{number}"
    kernel = {"display_name": "Python 3", "language": "python", "name": "python3"}
    return {"cells": cells, "metadata": {"kernelspec": kernel}, "nbformat": 4, "nbformat_minor": 5}


def _shell(block: re.Match[str]) -> str:
    """The commands of a block as a cell; a mistake in an exercise does not stop the notebook."""
    lines = [line.removeprefix(block[1]) for line in block[3].splitlines()]
    if block[2] == "console":
        lines = [line[2:] for line in lines if line.startswith("$ ")]
    return "\n".join(["%%sh --no-raise-error", *lines])


def _set_up(text: str) -> str:
    """The code that writes what the lesson reads, and makes asp-nono and python found."""
    named = {COURSE / "boat.lp", COURSE / "boat.non"}
    named |= {COURSE / name for name in re.findall(r"docs/course/([\w/.-]+\.\w+)", text)}
    named |= {COURSE / name for name in re.findall(r"\]\(([\w/.-]+\.(?:lp|py))\)", text)}
    named -= {ROOT / name for name in _EXERCISE.findall(text)}
    for folder in re.findall(r"--exercise (docs/[\w/]+)", text):
        named |= {path for path in (ROOT / folder).rglob("*") if path.is_file()}
    files = {
        path.relative_to(ROOT).as_posix(): path.read_text(encoding="utf-8")
        for path in sorted(named)
    }
    written = "\n".join(f"    {name!r}: {words!r}," for name, words in files.items())
    return f"""# Run this cell first: it writes the files of the lesson.
import os, shutil, sys, sysconfig
from pathlib import Path
import asp_nono
files = {{
{written}
}}
for name, text in files.items():
    if not Path(name).exists():
        Path(name).parent.mkdir(parents=True, exist_ok=True)
        Path(name).write_text(text)
Path("docs/course/exercises").mkdir(parents=True, exist_ok=True)
home = Path(asp_nono.__file__).parent
for folder in ("instances", "encodings"):
    if not Path(folder).exists():
        found = [path / folder for path in (home, home.parent)]
        shutil.copytree(next(path for path in found if path.is_dir()), folder)
os.environ["PATH"] = os.pathsep.join([sysconfig.get_path("scripts"), os.environ["PATH"]])"""


def _code(source: str) -> dict[str, Any]:
    return {
        "cell_type": "code",
        "execution_count": None,
        "metadata": {},
        "outputs": [],
        "source": source,
    }


def _words(source: str) -> list[dict[str, Any]]:
    return (
        [{"cell_type": "markdown", "metadata": {}, "source": source.strip()}]
        if source.strip()
        else []
    )


def build(folder: Path) -> None:
    """Write all pages, notebooks and files that they link to."""
    shutil.copytree(COURSE, folder, ignore=shutil.ignore_patterns("*.md"), dirs_exist_ok=True)
    shutil.copytree(_SHIPPED, folder / "exercises", dirs_exist_ok=True)
    shutil.copy(ROOT / "docs" / "drawings" / "studio-bench.png", folder / "pictures")
    # its stubs have no types for this one
    colors = HtmlFormatter().get_style_defs("pre")  # type: ignore[no-untyped-call]
    (folder / "course.css").write_text(f"{_STYLE}{colors}\n", encoding="utf-8")
    (folder / "course.js").write_text(_SCRIPT, encoding="utf-8")
    for source in COURSE.glob("*.md"):
        if source.name == "teacher.md":
            continue  # its answers are not for students
        name = "index" if source.stem == "README" else source.stem
        text = source.read_text(encoding="utf-8")
        (folder / f"{name}.html").write_text(page(text), encoding="utf-8")
    for source in LESSONS:
        text = source.read_text(encoding="utf-8")
        made = json.dumps(notebook(text), indent=1)
        (folder / f"{source.stem}.ipynb").write_text(made + "\n", encoding="utf-8")
        (folder / f"{source.stem}-slides.html").write_text(slides(text), encoding="utf-8")


if __name__ == "__main__":
    build(Path(sys.argv[1]))
