"""Small changes to the rules of a program, and the rules that keep an answer out.

Both say where a mistake is, for `location`. They run in the locked-down process.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, combinations, islice, product, zip_longest
from typing import Any, NamedTuple

from asp_nono.asp.engine import (
    AST,
    ASTSequence,
    ASTType,
    BinaryOperation,
    BinaryOperator,
    ComparisonOperator,
    Function,
    Number,
    Symbol,
    SymbolicTerm,
    SymbolType,
    UnaryOperation,
    UnaryOperator,
    Variable,
)
from asp_nono.asp.headers import atoms, derived_from, of_rule, signature_of, terms, walk
from asp_nono.grading.answer_sets import Answer, GroundProgram, frozen, parsed
from asp_nono.messages import EncodingError

_OFF = "asp_nono_off"
_GOAL = "asp_nono_goal"
_TURNED = {"row": "column", "column": "row", "r": "c", "c": "r"}
_MAX_SETS = 20
_MOST_ANSWERS, _MOST_WRONG = 2000, 60  # answers of a changed program that are looked at
_REFUSED = 1 << 20  # stands for the wrong answers of a changed program that clingo refuses
_MOST_EDITS = 4000
_MOST_VARIABLES = 8  # of a rule, to compare two of them

_ORDER = ("cost", "sign", "comparison", "offset", "condition", "variable", "axis", "bound",
          "arguments", "cost, by more", "variable, by more", "offset, by more",
          "constant, by more")  # fmt: skip

Change = tuple[str, AST]  # what kind of change it is, and the node changed


class Words(NamedTuple):
    """What a change may put in the place of a term."""

    variables: list[str]  # those of the rule
    constants: list[Symbol]  # those of the program


def edits(job: dict[str, Any]) -> dict[str, Any]:
    """The "statements" of a program ("text"), the "lines" where they begin, and "edits" of them.

    "heads" has the signatures in the head of each. An edit is the place of the statement (0-based),
    the kind of change, and the new text of it; those of all statements take turns. Only "slips" are
    edits that make a right program wrong, such as any author could make; else there are also those
    that add something which is missing.
    """
    nodes = parsed(job["text"])
    constants = sorted(set(_constants(nodes)))
    slips = job.get("slips", False)
    edited = {ASTType.Rule, ASTType.Minimize}
    if not slips:
        edited.add(ASTType.Definition)
    if not slips or sum(map(_is_show, nodes)) > 1:
        edited.add(ASTType.ShowSignature)
    lacking = _Lacking.of([node for node in nodes if _is_rule(node)])
    queues = [
        _slips(at, node) if slips else _of_statement(at, node, lacking, constants)
        for at, node in enumerate(nodes)
        if node.ast_type in edited
    ]
    turns = zip_longest(*queues)
    found = (edit for turn in turns for edit in turn if edit)
    return {
        "statements": list(map(str, nodes)),
        "lines": [node.location.begin.line for node in nodes],
        "heads": [sorted(of_rule(node)[0]) if _is_rule(node) else [] for node in nodes],
        "edits": list(islice(dict.fromkeys(found), _MOST_EDITS)),
    }


def longer_ranges(job: dict[str, Any]) -> dict[str, Any]:
    """The "texts" of a generator ("text") with one of its ranges or constants one longer."""
    nodes = parsed(job["text"])
    texts = list(map(str, nodes))
    longer = (
        "\n".join([*texts[:at], str(changed), *texts[at + 1 :]])
        for at, node in enumerate(nodes)
        for changed in _longer(node)
    )
    return {"texts": list(longer)}


def _longer(node: AST) -> Iterator[AST]:
    """The node with one of its ranges to a number, or its constant, one longer."""
    place = {ASTType.Interval: "right", ASTType.Definition: "value"}.get(node.ast_type, "")
    last: Any = getattr(node, place, None)
    number = last.symbol if last and last.ast_type == ASTType.SymbolicTerm else None
    if number and number.type == SymbolType.Number:
        longer = SymbolicTerm(last.location, Number(number.number + 1))
        yield node.update(**{place: longer})
    for (key, at), child in _children(node):
        for changed in _longer(child):
            yield _replaced(node, key, at, changed)


def _replaced(node: AST, key: str, place: int | None, child: AST) -> AST:
    """The node with another child."""
    if place is None:
        return node.update(**{key: child})
    several = list(getattr(node, key))
    several[place] = child
    return node.update(**{key: several})


def _is_rule(node: AST) -> bool:
    return node.ast_type == ASTType.Rule


def _is_show(node: AST) -> bool:
    return node.ast_type == ASTType.ShowSignature


def _shown_instead(at: int, node: AST, derived: Sequence[str]) -> Iterator[tuple[int, str, str]]:
    """The statement left out, and another predicate shown, one of those that rules derive."""
    yield at, "show", ""
    for signature in derived:
        if (text := f"#show {signature}.") != str(node):
            yield at, "show", text


def _slips(at: int, node: AST) -> Iterator[tuple[int, str, str]]:
    """The statement left out, and its changes that add nothing."""
    yield at, "rule", ""
    if not _is_show(node):
        changes = _ordered_changes(node, [])
        yield from ((at, kind, str(changed)) for kind, changed in changes if "more" not in kind)


def _constants(nodes: Iterable[AST]) -> Iterator[Symbol]:
    """The constants in statements, and those that they define."""
    for node in chain.from_iterable(map(walk, nodes)):
        if node.ast_type == ASTType.Definition:
            yield Function(node.name)
        elif node.ast_type == ASTType.SymbolicTerm and node.symbol.type == SymbolType.Function:
            yield node.symbol


def _ordered_changes(node: AST, constants: list[Symbol]) -> list[Change]:
    """The changes of a statement, those that undo a common slip first."""
    names = Words(sorted(_variables(node)), constants)
    body = getattr(node, "body", ())
    shorter = (
        node.update(body=[*body[:number], *body[number + 1 :]]) for number in range(len(body))
    )
    changes = [*_changes(node, names), *(("condition", changed) for changed in shorter)]
    return sorted(changes, key=lambda one: _ORDER.index(one[0]))


@dataclass(frozen=True, slots=True)
class _Lacking:
    """The conditions that a rule may lack: the atoms of all rules."""

    atoms: Sequence[AST]
    needs: Mapping[str, set[str]]  #: the signatures from which each one is derived
    derived: Sequence[str]  #: the signatures of the heads

    @classmethod
    def of(cls, rules: Sequence[AST]) -> "_Lacking":
        """Those of some rules."""
        needs = derived_from(rules, lambda rule: of_rule(rule)[1])
        derived = sorted(set(chain.from_iterable(of_rule(rule)[0] for rule in rules)))
        return cls(list(atoms(rules)), needs, derived)

    def conditions(self, rule: AST) -> Iterator[str]:
        """Atoms with a variable of the rule, and their negation.

        Not that of what the rule itself derives: it would make a constraint of the rule.
        """
        names, (heads, _) = _variables(rule), of_rule(rule)
        near = (atom for atom in self.atoms if _variables(atom) & names)
        for term in chain.from_iterable(map(terms, near)):
            own = (str(one) if _variables(one) <= names else "_" for one in term.arguments)
            text = f"{term.name}({','.join(own)})"
            yield text
            signature = signature_of(term)
            if heads.isdisjoint({signature, *self.needs.get(signature, ())}):
                yield f"not {text}"


def _of_statement(
    at: int, rule: AST, lacking: _Lacking, constants: list[Symbol]
) -> Iterator[tuple[int, str, str]]:
    """The changes of a statement, and what may be missing in a rule or beside it."""
    if _is_show(rule):
        yield from _shown_instead(at, rule, lacking.derived)
        return
    if rule.ast_type != ASTType.Definition:
        yield at, "rule", ""
    changes = _ordered_changes(rule, constants)
    for kind, changed in changes:
        yield at, kind.removesuffix(", by more"), str(changed)
    if not _is_rule(rule):
        return
    names = sorted(_variables(rule))
    literals = [str(literal) for literal in rule.body]
    head = str(rule.head) if str(rule.head) != "#false" else ""
    if head and rule.head.ast_type == ASTType.Literal:
        yield at, "choice", f"{{ {head} }} :- {'; '.join(literals)}."
        for place, one in enumerate(literals):
            left = "; ".join([*literals[:place], *literals[place + 1 :]])
            yield at, "choice", f"{{ {head} : {one} }} = 1 :- {left}."
    elif head.startswith("{") and head.endswith("}"):
        yield at, "bound", f"{head} = 1 :- {'; '.join(literals)}."
    for added in (*lacking.conditions(rule), *_added(rule, names)):
        yield at, "missing condition", f"{head} :- {'; '.join([*literals, added])}."
    for _, changed in changes:
        yield at, "another rule", f"{rule}\n{changed}"


def _variables(node: AST) -> set[str]:
    return {one.name for one in walk(node) if one.ast_type == ASTType.Variable} - {"_"}


def _children(node: AST) -> Iterator[tuple[tuple[str, int | None], AST]]:
    for key in node.child_keys:
        value = getattr(node, key)
        if isinstance(value, AST):
            yield (key, None), value
        elif isinstance(value, ASTSequence):
            yield from (((key, place), child) for place, child in enumerate(value))


def _changes(node: AST, names: Words) -> Iterator[Change]:
    """The node with one change in it, the changes nearest to the top first."""
    yield from _here(node, names)
    for (key, place), child in _children(node):
        for kind, changed in _changes(child, names):
            yield kind, _replaced(node, key, place, changed)


def _here(node: AST, names: Words) -> Iterator[Change]:
    """Changes of the node itself, not of what is in it."""
    match node.ast_type:
        case ASTType.Guard:
            others = (one for one in ComparisonOperator if one != node.comparison)
            yield from (("comparison", node.update(comparison=int(one))) for one in others)
        case ASTType.Literal if node.atom.ast_type == ASTType.SymbolicAtom:
            yield "sign", node.update(sign=0 if node.sign else 1)
        case ASTType.Aggregate | ASTType.BodyAggregate | ASTType.HeadAggregate:
            for less in ({"left_guard": None}, {"right_guard": None}):
                if node.left_guard and node.right_guard:
                    yield "bound", node.update(**less)
            yield "bound", node.update(left_guard=None, right_guard=None)
        case ASTType.Minimize:
            turned = UnaryOperation(node.location, int(UnaryOperator.Minus), node.weight)
            yield "cost", node.update(weight=turned)
            for place in range(len(node.terms)):
                yield "cost", node.update(terms=[*node.terms[:place], *node.terms[place + 1 :]])
            one = SymbolicTerm(node.location, Number(1))
            yield "cost, by more", node.update(weight=one)
            for name in names.variables:
                told_apart = [*node.terms, Variable(node.location, name)]
                yield "cost, by more", node.update(terms=told_apart)
        case ASTType.Function:
            yield from _of_function(node)
        case _:
            yield from _of_term(node, names)


def _of_term(node: AST, words: Words) -> Iterator[Change]:
    """Another variable or constant, or one more or less; nothing of a node that is no such term."""
    names = words.variables
    if node.ast_type == ASTType.Variable and node.name != "_":
        yield from _shifted(node, *(node.update(name=name) for name in names if name != node.name))
        others = (name for name in (*names, "_") if name != node.name)
        yield from (("variable", node.update(name=name)) for name in others)
    elif node.ast_type == ASTType.SymbolicTerm:
        yield from _of_symbol(node, words)
    elif node.ast_type == ASTType.BinaryOperation:
        yield "offset", node.left
        signs = int(BinaryOperator.Plus), int(BinaryOperator.Minus)
        if node.operator_type in signs:
            yield "offset", node.update(operator_type=sum(signs) - node.operator_type)
            absolute = UnaryOperation(node.location, int(UnaryOperator.Absolute), node)
            yield "offset, by more", absolute
        yield from _shifted(node)
    elif node.ast_type == ASTType.UnaryOperation:
        yield "offset", node.argument


def _of_symbol(node: AST, words: Words) -> Iterator[Change]:
    """Another number, or another constant of the program."""
    if node.symbol.type == SymbolType.Number:
        number = node.symbol.number
        for other in dict.fromkeys((number + 1, number - 1, 1, 0)):
            if other != number:
                yield "offset", SymbolicTerm(node.location, Number(other))
        for name in words.variables:
            yield "variable, by more", Variable(node.location, name)
    elif node.symbol.type == SymbolType.Function:
        for constant in words.constants:
            if constant != node.symbol:
                yield "constant, by more", SymbolicTerm(node.location, constant)


def _of_function(node: AST) -> Iterator[Change]:
    """Two arguments exchanged, or a row for a column."""
    for one, other in combinations(range(len(node.arguments)), 2):
        order = list(node.arguments)
        order[one], order[other] = order[other], order[one]
        yield "arguments", node.update(arguments=order)
    if turned := _TURNED.get(node.name):
        yield "axis", node.update(name=turned)


def _shifted(node: AST, *others: AST) -> Iterator[Change]:
    """One more, one less, or more by another variable."""
    one = SymbolicTerm(node.location, Number(1))
    plus, minus = int(BinaryOperator.Plus), int(BinaryOperator.Minus)
    for operator in (plus, minus):
        yield "offset", BinaryOperation(node.location, operator, node, one)
    for other in others:
        yield "offset, by more", BinaryOperation(node.location, plus, node, other)


def _added(rule: AST, names: list[str]) -> Iterator[str]:
    """Conditions that a rule may lack: two of its variables compared, an atom of the next one."""
    for one, other in combinations(names[:_MOST_VARIABLES], 2):
        for operator in ("!=", "<=", ">="):
            yield f"{one} {operator} {other}"
    plain = [literal for literal in rule.body if literal.ast_type == ASTType.Literal]
    for term in (term for atom in atoms(plain) for term in terms(atom)):
        texts = list(map(str, term.arguments))
        for place, step in product(range(len(texts)), ("+1", "-1")):
            if texts[place] in names:
                moved = [*texts[:place], texts[place] + step, *texts[place + 1 :]]
                last = [*moved[: place + 1], *["_"] * (len(moved) - place - 1)]
                yield f"{term.name}({','.join(moved)})"
                yield f"not {term.name}({','.join(moved)})"
                yield f"{term.name}({','.join(last)})"


def try_edits(job: dict[str, Any]) -> dict[str, Any]:
    """How far the answers of changed programs are from the right ones.

    "statements" are those of the program; each of the "edits" is a list of changes, pairs of the
    place of one and its new text, and the most answers that they may leave wrong or missing on all
    tests together; each
    of the "tests" has "facts", "options" and the "right" answers, "layer" is what all have in
    common; an answer is its rows if there is an "output" to read them by, else its sorted atoms of
    signatures "shown".

    Returns:
        "distances": for each edit the number of wrong and missing answers; None if it leaves more.
    """
    tests = [{**job, **test} for test in job["tests"]]
    distances: list[int | None] = []
    for changes, most in job["edits"]:
        statements = list(job["statements"])
        for at, changed in changes:
            statements[at] = changed
        text, found = "\n".join(statements), 0
        for test in tests if most >= 0 else ():
            found += _distance(text, test)
            if found > most:
                break
        distances.append(found if found <= most else None)
    return {"distances": distances}


def _distance(text: str, test: dict[str, Any]) -> int:
    """How many answers are wrong or missing; very many if clingo does not accept the program."""
    wanted = set(map(frozen, test["right"]))

    def enough(found: Counter[Answer]) -> bool:
        return len(found.keys() - wanted) > _MOST_WRONG

    try:
        ground = GroundProgram({**test, "text": text}, test["facts"])
        found, _ = ground.collect(_MOST_ANSWERS, enough, project=True)
    except EncodingError:
        return _REFUSED
    return len(found.keys() ^ wanted)


def correction_sets(job: dict[str, Any]) -> dict[str, Any]:
    """The smallest sets of rules whose removal admits an answer that is missing.

    "text" is the program, "facts" those of the board, "goal" the atoms of the answer, "signatures"
    theirs. The atoms are added as facts and all others of these forbidden; each rule gets a
    condition that a chosen atom takes out, and as few as possible are chosen. "sets" has the
    first lines of the rules of each set, none if no removal is enough.
    """
    nodes = parsed(job["text"])
    program, lines = [], []
    for node in nodes:
        text = str(node)
        if _is_rule(node):
            lines.append(node.location.begin.line)
            literals = [*map(str, node.body), f"not {_OFF}({len(lines)})"]
            head = "" if str(node.head) == "#false" else str(node.head)
            text = f"{head} :- {'; '.join(literals)}."
        if node.ast_type not in (ASTType.ShowSignature, ASTType.ShowTerm, ASTType.Minimize):
            program.append(text)
    layer = [f"#defined {_GOAL}/1.", *(f"{atom}. {_GOAL}({atom})." for atom in job["goal"])]
    for signature in job["signatures"]:
        name, _, arity = signature.rpartition("/")
        arguments = ",".join(f"V{number}" for number in range(int(arity)))
        any_atom = f"{name}({arguments})" if arguments else name
        layer.append(f":- {any_atom}, not {_GOAL}({any_atom}).")
    layer += [
        f"{{ {_OFF}(1..{len(lines)}) }}.",
        f":~ {_OFF}(I). [1,I]",
        f"#show {_OFF}/1. #project {_OFF}/1.",
    ]
    given = {"text": "\n".join([*layer, *program]), "options": job["options"]}
    given |= {"parts": job.get("parts", ())}
    found, _ = GroundProgram(given, job["facts"]).collect(_MAX_SETS, project=True)
    places = ([int(one[len(_OFF) + 1 : -1]) - 1 for one in chosen] for chosen in found)
    return {"sets": sorted(sorted(lines[at] for at in one) for one in places)}
