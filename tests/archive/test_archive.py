"""An archive: every source, every way in which its filling may be cut short, and its report."""

import json
import os
import signal
import subprocess
import sys
import tarfile
from collections import Counter
from io import BytesIO
from pathlib import Path
from time import monotonic, sleep
from typing import NoReturn

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import given, strategies as st

from asp_nono import Grid, Puzzle, write
from asp_nono.archive.chunk import Chunk, _read, work_on
from asp_nono.archive.entries import ArchiveSources, Entry
from asp_nono.archive.fill import ArchiveProgress, _missing, fill
from asp_nono.archive.parts import Archive, read_rows
from asp_nono.archive.report import archive_report
from asp_nono.files import files_in, read, write_text
from asp_nono.jobs.solving import Check
from asp_nono.messages import AspNonoError, PuzzleError
from asp_nono.puzzle import mismatch
from asp_nono.run.limits import Limits
from asp_nono.run.pool import Children, InProcess, Pool
from asp_nono.solving.solve import check
from tests.archive.questions import Deadly
from tests.cli.run import INSTANCES, run
from tests.docs.pages import blocks
from tests.solving.puzzles import noise

ABOUT, CODE = {"job": "check"}, {"commit": "c"}
DEADLINE = 120.0


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Twelve files of puzzles, unique ones and such with several solutions."""
    made = tmp_path / "puzzles"
    made.mkdir()
    for path in sorted((INSTANCES / "pathological").glob("*.xml"))[:12]:
        (made / path.name).write_bytes(path.read_bytes())
    return made


def filled(
    into: Path, sources: tuple[str, ...], pool: Pool, question: object = None, seconds: float = 5.0
) -> ArchiveProgress:
    """Fill an archive; the last snapshot."""
    archive = Archive(into, ABOUT, CODE)
    asked = question or Check()
    *_, last = fill(archive, sources, asked, Limits(), pool, seconds)  # type: ignore[arg-type]
    return last


def verdicts(into: Path) -> dict[tuple[str, int], str]:
    """The verdict of each puzzle."""
    table = read_rows(into, ["source", "verdict"]).to_pylist()
    return {(row["source"], row["puzzle"]): row["verdict"] for row in table}


def test_every_source(folder: Path, tmp_path: Path) -> None:
    """A folder, a tar file, a table and a list of the same files hold the same."""
    paths = list(files_in(folder))
    with tarfile.open(tmp_path / "all.tar.gz", "w:gz") as tar:
        for path in paths:
            tar.add(path, path.name)
    names, texts = [path.name for path in paths], [path.read_text() for path in paths]
    pq.write_table(pa.table({"name": names, "puzzle": texts}), tmp_path / "all.parquet")
    (tmp_path / "puzzles" / "all.list").write_text("\n".join(names))
    known = [(one.name, one.data) for one in ArchiveSources([str(folder)])]
    for source in ("all.tar.gz", "all.parquet", "puzzles/all.list"):
        found = [(one.name, one.data) for one in ArchiveSources([str(tmp_path / source)])]
        assert found == known, source
        number = ArchiveSources([str(tmp_path / source)]).number
        assert number == (0 if source == "all.tar.gz" else len(known))
    single = list(ArchiveSources([str(paths[0])]))
    assert [one.data for one in single] == [known[0][1]]


def test_files_of_a_tar_that_are_no_puzzles(folder: Path, tmp_path: Path) -> None:
    """They are passed over as in a folder; if there are no others, that is an error."""
    (folder / ".git").mkdir()
    others = {"README.md": "Boards.", "p.mk": "all: p.o\n", ".git/a.xml": "<x/>", "list.txt": "1"}
    for name, text in others.items():
        (folder / name).write_text(text)
    with tarfile.open(tmp_path / "all.tar", "w") as tar:
        tar.add(folder, "./all")
    names = [one.name for one in ArchiveSources([str(tmp_path / "all.tar")])]
    assert sorted(names) == [f"./all/{one.name}" for one in ArchiveSources([str(folder)])]
    with tarfile.open(tmp_path / "other.tar", "w") as tar:
        tar.add(folder / "README.md", "README.md")
    with pytest.raises(PuzzleError, match="a tar file in which no file"):
        list(ArchiveSources([str(tmp_path / "other.tar")]))


@pytest.mark.parametrize(
    ("found", "line"),
    [
        (ArchiveProgress(puzzles=1, seconds=0.34), "into: 1 puzzle in 0.34 s"),
        (ArchiveProgress(puzzles=2, seconds=61.2), "into: 2 puzzles in 61 s"),
        (ArchiveProgress(puzzles=900, seconds=7300.0), "into: 900 puzzles in 2 h 2 min"),
    ],
)
def test_what_was_done(found: ArchiveProgress, line: str) -> None:
    """One puzzle is one, and a short time is more than nothing."""
    assert list(found.text("into", None)) == [line]


def test_every_verdict(folder: Path, tmp_path: Path) -> None:
    """The rows have what `check` says of each puzzle, and nothing twice."""
    last = filled(tmp_path / "into", (str(folder),), InProcess())
    expected = {
        (path.name, number): str(check(puzzle).verdict)
        for path in files_in(folder)
        for number, puzzle in enumerate(read(path), 1)
    }
    assert verdicts(tmp_path / "into") == expected
    assert (last.puzzles, last.files, last.whole) == (len(expected), 12, 12)
    again = filled(tmp_path / "into", (str(folder),), InProcess())
    assert (again.puzzles, again.before) == (0, 12)


def test_the_solutions(folder: Path, tmp_path: Path) -> None:
    """A verdict comes with the solutions that show it, as texts that fit the clues."""
    filled(tmp_path / "into", (str(folder),), InProcess())
    numbers = {"unique": 1, "multiple": 2, "none": 0}
    for row in read_rows(tmp_path / "into", ["source", "verdict", "solutions"]).to_pylist():
        puzzle = read(folder / row["source"])[row["puzzle"] - 1]
        texts = row["solutions"].split("\n\n") if row["solutions"] else []
        grids = {Grid.from_text(text.split("\n"), puzzle.chars) for text in texts}
        assert len(grids) == numbers[row["verdict"]]
        assert not any(mismatch(grid, puzzle) for grid in grids)


def test_a_file_of_many_puzzles_is_divided(tmp_path: Path) -> None:
    """Where it takes long, each puzzle is still done once, also after a stop in the middle."""
    boards = [noise(5, seed) for seed in range(30)]
    write([Puzzle(b.rows, b.columns) for b in boards], tmp_path / "many.non")
    into, sources = tmp_path / "into", (str(tmp_path / "many.non"),)
    snapshots = fill(Archive(into, ABOUT, CODE), sources, Check(), Limits(), InProcess(), 1e-6)
    for _, known in zip(range(6), snapshots, strict=False):
        done = known.puzzles
    assert 0 < done < 30
    with Children(2) as pool:
        last = filled(into, sources, pool, seconds=1e-6)
    assert done <= 30 - last.puzzles < 30
    assert len(verdicts(into)) == 30
    rows = pa.concat_tables([pq.read_table(part) for part in Archive(into, ABOUT, CODE).parts])
    assert len(rows) == 30


@given(st.sets(st.integers(1, 12)), st.integers(1, 12))
def test_the_missing_puzzles(done: set[int], several: int) -> None:
    """The parts of a file that are left are all but those that are done."""
    done = {number for number in done if number < several}
    parts = _missing(Entry("f", b""), done, several)
    left = [n for one in parts for n in range(one.first, (one.last or several) + 1)]
    assert left == [number for number in range(1, several + 1) if number not in done]


@pytest.mark.parametrize("place", [0, 5, 11])
def test_a_puzzle_that_kills_its_process(tmp_path: Path, place: int) -> None:
    """It is named, and all others are done."""
    sources = titled(tmp_path)
    with Children(2) as pool:
        last = filled(tmp_path / "into", sources, pool, Deadly(f"number {place}"))
    rows = read_rows(tmp_path / "into", ["of", "stopped", "error", "verdict"]).to_pylist()
    (dead,) = (row for row in rows if row["stopped"])
    assert (dead["stopped"], dead["verdict"]) == ("crashed", None)
    assert dead["of"] == (11 if place < 11 else 1)
    assert "exit status 7" in dead["error"]
    assert len(rows) == last.puzzles == 12
    assert last.undecided == 1


def test_killed_after_the_first_puzzle_killed_its_process(tmp_path: Path) -> None:
    """The others of its file are done by the next run."""
    sources, into = titled(tmp_path), tmp_path / "into"
    with Children(2) as pool:
        deadly = Deadly("number 0")
        archive = Archive(into, ABOUT, CODE)
        for known in fill(archive, sources[:1], deadly, Limits(), pool, 1e-6):
            if known.undecided:
                break
        filled(into, sources, pool, deadly)
    assert len(verdicts(into)) == 12


def test_a_file_whose_reading_kills(tmp_path: Path) -> None:
    """It is one row, whatever it holds."""
    write([noise(4, 1), noise(4, 2), noise(4, 3)], tmp_path / "three.non", lossy=True)
    with Children() as pool:
        last = filled(tmp_path / "into", (str(tmp_path / "three.non"),), pool, Deadly(""))
        again = filled(tmp_path / "into", (str(tmp_path / "three.non"),), pool, Deadly(""))
    (row,) = read_rows(tmp_path / "into", ["of", "stopped"]).to_pylist()
    assert (row["of"], row["stopped"]) == (1, "crashed")
    assert (last.puzzles, last.files, again.before) == (1, 1, 1)


class Gone(InProcess):
    """A cluster whose scheduler does not answer any more."""

    def stream(self, *_: object) -> NoReturn:
        """There is no connection."""
        raise AspNonoError("the connection is lost")


def test_a_cluster_that_is_gone(folder: Path, tmp_path: Path) -> None:
    """No puzzle is to blame, so nothing is written about any."""
    with pytest.raises(AspNonoError, match="the connection is lost"):
        filled(tmp_path / "into", (str(folder),), Gone())
    assert not verdicts(tmp_path / "into")


def test_names_that_are_not_utf8(folder: Path, tmp_path: Path) -> None:
    """They are kept in an escaped form, and are different."""
    path, content = folder.parent / "odd.tar", next(files_in(folder)).read_bytes()
    with tarfile.open(path, "w", errors="surrogateescape") as tar:
        for name in ("a\udcff.xml", "a\udcfe.xml", "a\nb.xml"):
            member = tarfile.TarInfo(name)
            member.size = len(content)
            tar.addfile(member, BytesIO(content))
    for before in (0, 3):
        assert filled(tmp_path / "into", (str(path),), InProcess()).before == before
    names = {name for name, _ in verdicts(tmp_path / "into")}
    assert names == {"a\\udcff.xml", "a\\udcfe.xml", "a\nb.xml"}
    slowest = archive_report(tmp_path / "into").to_json()["slowest"]
    assert all("\n" not in row["slowest"] for row in slowest)


@pytest.mark.parametrize("form", ["gz", "bz2", "xz"])
def test_a_compressed_tar_that_is_cut_off(folder: Path, tmp_path: Path, form: str) -> None:
    """It is an error wherever the cut is, also between two files."""
    whole, part = tmp_path / f"all.tar.{form}", tmp_path / f"part.tar.{form}"
    with tarfile.open(whole, f"w:{form}") as tar:  # type: ignore[call-overload]
        for path in files_in(folder):
            tar.add(path, path.name)
    content = whole.read_bytes()
    for share in range(1, 20):
        part.write_bytes(content[: len(content) * share // 20])
        with pytest.raises(PuzzleError, match="cannot be read"):
            list(ArchiveSources([str(part)]))
    part.write_bytes(content[:-1])
    with pytest.raises(PuzzleError, match="cannot be read"):
        list(ArchiveSources([str(part)]))


def test_a_process_that_dies_once(tmp_path: Path) -> None:
    """Then nothing is lost: what it worked on is done by another one."""
    sources = titled(tmp_path)
    with Children(2) as pool:
        last = filled(tmp_path / "into", sources, pool, Deadly("number 3", tmp_path / "scar"))
    assert (last.puzzles, last.undecided) == (12, 0)


def titled(folder: Path) -> tuple[str, ...]:
    """A file of eleven puzzles, and another one, each with its number as title."""
    made = [noise(4, seed) for seed in range(12)]
    every = [Puzzle(b.rows, b.columns, title=f"number {n}") for n, b in enumerate(made)]
    write(every[:11], folder / "eleven.non")
    write(every[11:], folder / "one.non")
    return str(folder / "eleven.non"), str(folder / "one.non")


@pytest.mark.slow
def test_killed_at_any_moment(tmp_path: Path) -> None:
    """What was written stays, nothing is half there, and the same command does the rest."""
    source, into = tmp_path / "many.tar", tmp_path / "into"
    with tarfile.open(source, "w") as tar:
        for number in range(120):
            board = noise(12, number)
            one = tmp_path / "one.non"
            one.write_text(write_text([Puzzle(board.rows, board.columns)], "non"))
            tar.add(one, f"{number}.non")
    words = ["archive", "run", str(source), "--into", str(into), "--chunk", "0.05", "--jobs", "2"]
    for wait in (0.6, 1.1, 1.6):
        process = subprocess.Popen(
            [sys.executable, "-m", "asp_nono", *words], stdout=subprocess.DEVNULL
        )
        began = monotonic()
        while not list(into.glob("parts/*.parquet")) and monotonic() < began + DEADLINE:
            sleep(0.02)
        sleep(wait)
        process.send_signal(signal.SIGKILL)
        process.wait()
    last = json.loads(run(*words, "--json").out)
    assert last["before"] + last["files"] == 120
    assert last["before"] > 0
    found = verdicts(into)
    assert {name for name, _ in found} == {f"{number}.non" for number in range(120)}
    assert None not in found.values()


@pytest.mark.slow
def test_on_a_cluster(tmp_path: Path) -> None:
    """Workers of Dask do it, though one of them is killed."""
    from asp_nono.run.dask import Dask

    sources, killed = titled(tmp_path), list[int]()
    with Dask("local:2") as pool:
        archive = Archive(tmp_path / "into", ABOUT, CODE)
        for known in fill(archive, sources, Check(), Limits(), pool, 1e-6):
            if known.puzzles > 2 and not killed:
                killed.append(min(pool.client.run(os.getpid).values()))
                os.kill(killed[0], signal.SIGKILL)
    assert killed
    assert len(verdicts(tmp_path / "into")) == 12


def test_unreadable(tmp_path: Path) -> None:
    """What is no puzzle is a row with the reason; a source that is missing is an error."""
    (tmp_path / "broken.non").write_text("width 2\nheight 2\nrows\n9\n1\ncolumns\n1\n1\n")
    last = filled(tmp_path / "into", (str(tmp_path / "broken.non"),), InProcess())
    (row,) = read_rows(tmp_path / "into", ["error"]).to_pylist()
    assert "row 1" in row["error"]
    assert last.failed == 1
    for source in ("missing.non", "missing.tar", "missing.parquet", "missing.list"):
        with pytest.raises(PuzzleError, match="cannot be read"):
            list(ArchiveSources([str(tmp_path / source)]))
    (tmp_path / "empty").mkdir()
    with pytest.raises(PuzzleError, match="a folder in which no file"):
        list(ArchiveSources([str(tmp_path / "empty")]))
    pq.write_table(pa.table({"text": ["x"]}), tmp_path / "other.parquet")
    with pytest.raises(PuzzleError, match="no column 'puzzle'"):
        list(ArchiveSources([str(tmp_path / "other.parquet")]))
    pq.write_table(pa.table({"puzzle": [1]}), tmp_path / "numbers.parquet")
    with pytest.raises(PuzzleError, match="column 'puzzle' holds int; expected texts or bytes"):
        list(ArchiveSources([str(tmp_path / "numbers.parquet")]))


def test_an_unreadable_file_of_many(folder: Path, tmp_path: Path) -> None:
    """The others are done, and it is as soon as it can be read."""
    names = [path.name for path in files_in(folder)]
    (folder / "all.list").write_text("\n".join([*names, "late.xml"]))
    words = ["archive", "run", folder / "all.list", "--into", tmp_path / "into", "--json"]
    first = json.loads(run(*words).out)
    assert (first["files"], first["failed"]) == (13, 1)
    (folder / "late.xml").write_bytes((folder / names[0]).read_bytes())
    second = json.loads(run(*words).out)
    assert (second["files"], second["failed"]) == (1, 0)


def test_another_job(folder: Path, tmp_path: Path) -> None:
    """A folder has the results of one job, with its limits; the code may be another."""
    words = ["archive", "run", folder, "--into", tmp_path / "into"]
    assert run(*words).status == 0
    for more in (["--job", "count"], ["--time-limit", 5]):
        refused = run(*words, *more)
        assert (refused.status, refused.out) == (2, "")
        assert "expected another folder" in refused.err
    Archive(tmp_path / "later", ABOUT, CODE)
    Archive(tmp_path / "later", ABOUT, {"commit": "d"})
    manifest = json.loads((tmp_path / "later" / "archive.json").read_text())
    assert [one["commit"] for one in manifest["code"]] == ["c", "d"]


@pytest.mark.parametrize("job", ["check", "count", "difficulty"])
def test_report(folder: Path, tmp_path: Path, job: str) -> None:
    """Its tables add up to the rows; text and JSON have the same."""
    into = tmp_path / "into"
    assert run("archive", "run", folder, "--into", into, "--job", job).status == 0
    found = json.loads(run("archive", "report", into, "--json").out)
    rows = read_rows(into, ["verdict"]).to_pylist()
    counts = Counter(row["verdict"] for row in rows)
    assert {one["verdict"]: int(one["puzzles"]) for one in found["verdict"]} == counts
    assert all(row["seconds"] > 0 for row in read_rows(into, ["seconds"]).to_pylist())
    assert found["puzzles"] == len(rows)
    text = run("archive", "report", into).out
    assert all(one["verdict"] in text for one in found["verdict"])
    assert sum(int(one["puzzles"]) for one in found["longest line"]) == len(rows)
    assert run("archive", "report", into, "--svg", tmp_path / "svg").status == 0
    drawn = {path.stem for path in (tmp_path / "svg").iterdir()}
    titles = found.keys() - {"folder", "job", "puzzles", "slowest"}
    names = {title.replace(" ", "-") for title in titles}
    assert drawn == names | {f"{name}-times" for name in names}
    verdicts = (tmp_path / "svg" / "verdict.svg").read_text()
    assert all(f">{verdict}</text>" in verdicts for verdict in counts)


def test_the_queries_of_the_page(
    folder: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """The examples of docs/archive.md say what the rows say."""
    (folder / "hard.non").write_text(write_text([noise(20, 3)], "non", lossy=True))
    monkeypatch.chdir(tmp_path)
    filled(Path("results"), (str(folder),), InProcess())
    names: dict[str, object] = {}
    for block in blocks("docs/archive.md", "python"):
        exec(block.text, names)  # noqa: S102 - our own page
    shown = capsys.readouterr().out
    rows = read_rows(Path("results"), ["technique", "source"]).to_pylist()
    counts = Counter(row["technique"] for row in rows)
    assert {row[0]: row[1] for row in names["found"].collect().rows()} == counts  # type: ignore[attr-defined]
    hard = {row["source"] for row in rows if row["technique"] == "search"}
    assert hard
    assert all(f'"{name}"' in shown or f" {name} " in shown for name in hard)


def test_no_archive(tmp_path: Path) -> None:
    """A folder that is none is refused."""
    with pytest.raises(PuzzleError, match="expected the folder of an archive"):
        archive_report(tmp_path)
    for text in ("{}", "[]", '{"format": 1}', '{"format": 1, "job": "check"}'):
        (tmp_path / "archive.json").write_text(text)
        with pytest.raises(PuzzleError, match="expected the manifest"):
            archive_report(tmp_path)
        with pytest.raises(PuzzleError, match="expected the manifest"):
            Archive(tmp_path, ABOUT, CODE)


def test_the_rest_of_a_file_is_not_read_again() -> None:
    """Where it comes to the same process; afterwards nothing of the file is kept."""
    _read.cache_clear()
    data = write_text([noise(5, 1), noise(5, 2), noise(5, 3)], "non", lossy=True).encode()
    rest: tuple[Entry, ...] = (Entry("x.non", data),)
    numbers = list[int]()
    while rest:
        found = work_on(Chunk(rest, 0.0), Check(), Limits())
        numbers += [row["puzzle"] for row in found.rows]
        rest = found.rest
        known = _read.cache_info()
        assert (known.misses, known.currsize) == ((1, 1) if rest else (0, 0))
    assert numbers == [1, 2, 3]


def test_the_same_clues_in_another_file() -> None:
    """The hash of the clues does not depend on titles, goals and names of colors."""
    board = noise(5, 1)
    two = [board, Puzzle(board.rows, board.columns, title="other"), noise(5, 2)]
    hashes = list[str]()
    for puzzle in two:
        entry = Entry("x.non", write_text([puzzle], "non", lossy=True).encode())
        (row,) = work_on(Chunk((entry,), 5.0), Check(), Limits()).rows
        hashes.append(row["clues"])
    assert hashes[0] == hashes[1] != hashes[2]
