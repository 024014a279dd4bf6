"""Olšák's `.g`: clues of several colors, in groups that lines with `:` part.

Source: http://www.olsak.net/grid.html, documented in the comments of its sample files, and what
pbnsolve makes of them (https://webpbn.com/pbnsolve.html). Nothing gives the size but the number of
lines, and a blank line is an empty line of text.

Colors are declared one a line after `#d`, as `in:out word comment`: `in` is the letter behind the
lengths of blocks; `0` declares the background and `1` the color of lengths without a letter. `out`
stands for the color in pictures, `word` is a name of X11 or `#rrggbb`, and the comment, if there is
one, the color's own name.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from string import ascii_letters

from asp_nono.clue import Clue
from asp_nono.formats import credit, tokens
from asp_nono.formats.colors import MAX_COLORS, Ink, palette, picked, rgb_of, rgb_of_digits, table
from asp_nono.formats.losses import Options, settle
from asp_nono.formats.source import Source, quoted
from asp_nono.formats.tokens import Numbered, puzzle_of_lines
from asp_nono.grid import spare_chars
from asp_nono.messages import PuzzleError, within
from asp_nono.puzzle import BLACK, WHITE, Color, Puzzle

_MOST = 1 + len(ascii_letters)  # one color goes without a letter
_MARK = "%"  # before the first group, lines that begin so say who made the puzzle
_DECLARED = re.compile(r"\s*(?P<letter>[^\s,]):(?P<char>.)\s+(?P<word>\S+)\s*(?P<comment>.*?)\s*")


def read(source: Source) -> list[Puzzle]:
    """The puzzle of a file."""
    lines = tokens.text_lines(source, indented=True)
    marks = [place for place, line in enumerate(lines) if line.text.startswith(":")]
    if not marks:
        raise PuzzleError("no line that begins with ':'; expected one before the rows")
    colors, numbers = _palette(lines[: marks[0]], source)
    if len(marks) < 2:
        raise PuzzleError("no second line that begins with ':'; expected one before the columns")
    if len(marks) < 3:
        source.remark("no line with ':' after the columns; blank ones at the end may be missing")
        marks.append(len(lines))
    rows, columns = lines[marks[0] + 1 : marks[1]], lines[marks[1] + 1 : marks[2]]
    texts = credit.found("\n".join(line.text for line in lines[: marks[0]]), _MARK)

    def clue(line: Numbered) -> Clue:
        for word in line.words():
            if re.fullmatch("0+[^0-9]*", word.text):
                reason = "a block of 0 cells; a blank line is an empty line of text"
                raise PuzzleError(reason, where=(word.character(),))
        return tokens.colored_clue(line, numbers, "1")

    return [puzzle_of_lines(rows, columns, clue, colors=colors, **texts)]


def _palette(
    lines: Sequence[Numbered], source: Source
) -> tuple[tuple[Color, ...], Mapping[str, int]]:
    """The palette, as declared before the rows, and the number of each letter's color."""
    heads = [place for place, line in enumerate(lines) if re.match("#[dDtT]", line.text)]
    if not heads:
        return (WHITE, BLACK), {"1": 1}
    if wrong := next((line for line in lines if re.match("#[tT]", line.text)), None):
        raise wrong.error("triddler puzzles are not supported")
    declared: dict[str, re.Match[str]] = {}
    for line in filter(lambda line: line.text, lines[heads[0] + 1 :]):
        with within(line.where):
            new = _declaration(line.text)
            if new["letter"] in declared:
                raise PuzzleError(f"color {quoted(new['letter'])} is declared twice")
            if len(declared) == MAX_COLORS:
                raise PuzzleError(f"more than {MAX_COLORS} colors")
            declared[new["letter"]] = new
    background = declared.pop("0", None) or _declaration(f"0:{WHITE.char} white")
    numbers = {letter: number for number, letter in enumerate(declared, 1)}
    return palette(_inks([background, *declared.values()], source)), numbers


def _declaration(text: str) -> re.Match[str]:
    new = _DECLARED.fullmatch(text)
    if not new:
        raise PuzzleError(f"{quoted(text)}; expected a color as in 'r:r  #FF0000  red'")
    if re.search(r"[/\\]", new["word"]):
        raise PuzzleError(f"color {quoted(new['letter'])}: triangular cells are not supported")
    if new["letter"] in "23456789":
        raise PuzzleError(f"{quoted(new['letter'])} cannot be the letter of a color")
    return new


def _inks(declared: Sequence[re.Match[str]], source: Source) -> Iterator[Ink]:
    """A comment is the name where the value is in digits; the letter makes equal names differ."""
    words = [new["word"] for new in declared]
    values = [rgb_of_digits(word) if word[0] == "#" else _x11(word) for word in words]
    spare = picked([rgb for rgb in values if rgb])
    taken: set[str] = set()
    for new, word, known in zip(declared, words, values, strict=True):
        name = (word[0] == "#" and new["comment"]) or word
        while name in taken:
            name += f" {new['letter']}"
        taken.add(name)
        rgb = known or next(spare)
        if not known:
            source.remark(f"color {quoted(word)} is not known; #{rgb} is taken")
        yield Ink(name, rgb, new["char"])


def _x11(name: str) -> str | None:
    """The value of a name of X11, in any case and spelling; `gray0` to `gray100` are known.

    Source: https://gitlab.freedesktop.org/xorg/app/rgb. `x11.txt` has what the web has otherwise.
    """
    name = re.sub(r"\s", "", name.lower()).replace("grey", "gray")
    if shade := re.fullmatch("gray([0-9]{1,2}|100)", name):
        return f"{int(int(shade[1]) * 2.55 + 0.5):02x}" * 3
    return table("x11.txt").get(name) or rgb_of(name)


def write(puzzles: Sequence[Puzzle], options: Options) -> str:
    """The text of a `.g` file on which all programs that read it agree.

    Every color is declared, the background first, then the color of numbers without a letter, each
    with a name of one word; the marks are written out, the last one too.
    """
    puzzle = puzzles[0]
    own, drawn = zip(*((color.name, color.char) for color in puzzle.colors), strict=True)
    words = enumerate(own)
    names = [n if n.isprintable() and " " not in n else f"color{k}" for k, n in words]
    spare = spare_chars(drawn)
    chars = [c if c.isascii() and c.isprintable() else next(spare) for c in drawn]
    dropped = {
        "names of colors that are not one word": names != [*own],
        "characters of colors that are not ASCII": chars != [*drawn],
    }
    fatal = {f"more than {_MOST} colors": len(puzzle.colors) - 1 > _MOST}
    holds = (*credit.kept(puzzle), "colors")
    settle("Olšák's .g", puzzles, options, holds, fatal=fatal, dropped=dropped)
    return tokens.joined(_lines(puzzle, names, chars))


def _lines(puzzle: Puzzle, names: Sequence[str], chars: Sequence[str]) -> Iterator[str]:
    letters = ["", "", *tokens.letters_of(puzzle.colors[2:], ascii_letters)]
    yield from credit.lines(puzzle, _MARK)
    yield "#d"
    declared = ["0", "1", *letters[2:]][: len(names)]
    for letter, char, color, name in zip(declared, chars, puzzle.colors, names, strict=True):
        yield f"   {letter}:{char}  #{color.rgb.upper()}   {name}"
    for head, clues in ((": rows", puzzle.rows), (": columns", puzzle.columns)):
        yield head
        yield from (tokens.clue_text(clue, blank="", suffixes=letters) for clue in clues)
    yield ": end"
