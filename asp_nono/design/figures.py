"""Templates of articulated figures: animals, people, plants and vehicles.

Each is a function that draws one figure in a random pose; spans are the natural bounds of angles,
lengths and thicknesses. Ours, and in the public domain like the silhouettes.
"""

from collections.abc import Callable
from functools import partial
from typing import TypeAlias

from asp_nono.design.random_pictures import Rng
from asp_nono.design.skeleton import Figure, Joint, Span
from asp_nono.grid import Grid

Template: TypeAlias = Callable[[Figure], None]

_HERE = Joint(0, 0)
_TEMPLATES: dict[str, Template] = {}


def _named(name: str) -> Callable[[Template], Template]:
    """Make a function the template of a name."""
    return partial(_TEMPLATES.setdefault, name)


def _legs(f: Figure, hip: Joint, gait: Span, length: float, thick: Span) -> None:
    """Two legs on a hip, one before and one behind the vertical."""
    swing = f.any(gait)
    for side in (-1, 1):
        top = Joint(hip.x, hip.y, -90 + round(side * swing))
        shin = f.stroke(top, 0, length / 2, thick)
        f.stroke(shin, 0, length / 2, thick)


def _beast(
    f: Figure,
    *,
    long: Span,
    belly: Span,
    legs: float,
    thick: Span,
    gaits: tuple[Span, ...] = ((9, 12), (20, 26)),
) -> tuple[Joint, Joint]:
    """Body and four legs of an animal that looks to the right; its chest and its rump."""
    length, deep = f.any(long), f.any(belly)
    chest = f.stroke(_HERE, 0, length, deep, deep * f.any((0.85, 1.0)))
    gait = f.rng.choice(gaits)
    for hip in (_HERE.at(-deep * 0.1), chest.at(deep * 0.1)):
        _legs(f, hip, gait, legs + deep / 2, thick)
    return chest, _HERE


@_named("dog")
def _dog(f: Figure) -> None:
    chest, rump = _beast(f, long=(15, 19), belly=(8.5, 10), legs=8, thick=(3.2, 3.8))
    f.bent(rump.at(-2, 2, 180), ((-60, -30), (-40, -10)), 5, (2.6, 3.2))
    neck = f.stroke(chest.at(0, 1), (50, 70), 9, 7, 6)
    head = Joint(neck.x, neck.y, round(f.any((-12, 12))))
    f.disc(head, 8.5)
    f.stroke(head, 0, (8, 9.5), 6, 4.6)
    f.polygon(head, ((-4.2, 1), (f.any((-6, -4)), 8.5), (0.5, 3.5)))
    f.eye(head.at(1.5, 1))


@_named("cat")
def _cat(f: Figure) -> None:
    chest, rump = _beast(f, long=(15, 18), belly=(7.5, 9), legs=7, thick=(3, 3.6))
    f.bent(rump.at(-2, 1, 130), ((-30, 10), (-40, -10), (20, 60)), 5.5, (2.6, 3.2))
    head = f.disc(chest.at(4, 6), (10, 11))
    for side in (-1, 1):
        f.polygon(head.at(0, 0, 90), ((3, -side * 5), (8.5, -side * 4.5), (4, -side * 0.5)))
    f.eye(head.at(-2, 0.5))
    f.eye(head.at(2, 0.5))


@_named("horse")
def _horse(f: Figure) -> None:
    chest, rump = _beast(
        f, long=(15, 18), belly=(9, 10), legs=11, thick=(3, 3.4), gaits=((7, 10), (22, 30))
    )
    f.bent(rump.at(-3.5, 2, 180), ((15, 40), (30, 45)), 6, (3.4, 4))
    neck = f.stroke(chest.at(-0.5, 1), (48, 62), 13, 9, 6)
    f.stroke(Joint(neck.x, neck.y), (-50, -30), (9, 10), 6, 4)
    f.stroke(neck.at(-0.5, 0.5), (25, 40), 4.5, 2.4, 1.5)
    f.polygon(neck, ((0, 2), (-5, 5.5), (-12, 6), (-10, 1)))


@_named("giraffe")
def _giraffe(f: Figure) -> None:
    chest, rump = _beast(f, long=(10, 12), belly=(7, 8), legs=14, thick=(2.6, 3), gaits=((5, 8),))
    f.bent(rump.at(-2, 2, 180), ((35, 50), (25, 35)), 4, 2.2)
    neck = f.stroke(chest.at(0, 1), (62, 78), (19, 23), 5.5, 3.6)
    head = Joint(neck.x, neck.y, round(f.any((-25, -5))))
    f.stroke(head, 0, 7, 4.5, 3)
    f.stroke(head, 100, 4.5, 2)


@_named("elephant")
def _elephant(f: Figure) -> None:
    chest, rump = _beast(
        f, long=(12, 15), belly=(15, 17), legs=6, thick=(4.6, 5.2), gaits=((11, 14), (17, 20))
    )
    f.bent(rump.at(-6.5, 3, 180), (70, 10), 4, 2)
    head = f.disc(chest.at(8.5, 4), (11, 12))
    f.bent(head.at(3, -1, -50), (0, (-40, -25), (-10, 30), (30, 50)), 4.5, 3.6)
    f.oval(head.at(-3.5, 1, -95), (-5, 5), 10, 7, 0, inset=4.5)
    f.oval(head.at(-3.5, 1, -95), (-5, 5), 7, 4.6, inset=3.2)
    f.eye(head.at(2.5, 1.5))


@_named("rabbit")
def _rabbit(f: Figure) -> None:
    body = f.oval(_HERE, (20, 35), (18, 20), (13, 14))
    f.disc(_HERE.at(-1, 1), 5.5)
    f.stroke(Joint(4, -3), 0, 8, 4.5)
    head = f.disc(body.at(10, 3), (10, 11))
    for turn in ((66, 80), (108, 124)):
        f.stroke(Joint(head.x - 1, head.y + 3), turn, (12, 14), 3, 3.8)
    f.stroke(body.at(6, -3, -90), (-35, 10), 6, 3.6)
    f.eye(head.at(2, 0.5))


@_named("snail")
def _snail(f: Figure) -> None:
    foot = f.stroke(_HERE, 0, (26, 30), 3.5, 4)
    head = f.bent(foot, ((40, 55), (20, 30)), 4.5, 4.2)
    for turn in ((-35, -20), (15, 30)):
        f.disc(f.stroke(head, turn, 5, 1.6), 3)
    shell = f.disc(_HERE.at(12, 9.5), (18, 20))
    f.disc(shell.at(0.5), 13.5, 0)
    f.disc(shell.at(0.8), (7, 8))
    f.stroke(shell.at(1, 0, 180), (-30, 30), 9, 3)


@_named("fish")
def _fish(f: Figure) -> None:
    body = f.oval(_HERE, 0, (26, 30), (14, 18))
    tail = body.at(-11, 0, 180)
    spread = f.any((7, 10))
    f.polygon(tail, ((-2, 0), (10, spread), (7.5, 0), (10, -spread)))
    f.polygon(body.at(0, 6), ((-6, -1), (-7, f.any((5, 8))), (6, -1)))
    f.polygon(body.at(0, -6), ((-4, 1), (-5, -f.any((4, 6))), (3, 1)))
    f.stroke(body.at(13, -2, 180), (-10, 10), 4, 1.6, ink=0)
    f.eye(body.at(8.5, 2.5))


@_named("bird")
def _bird(f: Figure) -> None:
    body = f.oval(_HERE, (15, 40), (18, 20), (11, 12))
    f.stroke(_HERE.at(3), (185, 205), (9, 12), 4, 5.5)
    head = f.disc(body.at(9, 3), (9, 10))
    f.polygon(head, ((3, 2.5), (f.any((8, 10)), 0), (3, -2.5)))
    for along in (-3, 2):
        foot = f.stroke(Joint(body.x + along, body.y - 3), (-100, -80), 9, 1.8)
        f.stroke(Joint(foot.x, foot.y), 0, 3, 1.8)
    f.eye(head.at(1, 1))


@_named("flying bird")
def _gull(f: Figure) -> None:
    body = f.oval(_HERE, (-5, 15), 20, 7)
    f.polygon(body.at(-8, 0, 180), ((0, 2), (8, 4), (7, 0), (8, -3), (0, -2)))
    head = f.disc(body.at(10, 1.5), 6.5)
    f.polygon(head, ((2, 1.8), (7, -0.5), (2, -1.8)))
    for along, turn in ((-1, (110, 125)), (4, (50, 65))):
        arm = f.stroke(body.at(along, 1), turn, 9, 6.5, 5.5)
        f.stroke(arm, (15, 35), 10, 5.5, 1)


@_named("duck")
def _duck(f: Figure) -> None:
    body = f.oval(_HERE, (5, 12), (24, 27), (12, 13))
    f.polygon(_HERE, ((6, -1), (-4, f.any((7, 10))), (7, 6)))
    head = f.disc(f.bent(body.at(9, 2), ((50, 65), (10, 25)), 5, 5.5), (9, 10))
    f.stroke(Joint(head.x, head.y - 0.5), (-8, 5), 8.5, 3, 2.6)
    f.eye(head.at(0, 1))
    for left in range(-2, 30, 8):
        f.polygon(Joint(left, -8), ((0, 0), (4, 2.4), (8, 0), (4, -0.5)))


@_named("butterfly")
def _butterfly(f: Figure) -> None:
    tip, high = f.any((16, 19)), f.any((12, 16))
    foot, low = f.any((11, 14)), -f.any((12, 15))
    for side in (-1, 1):
        f.polygon(
            _HERE,
            (
                (0, 3),
                (side * 7, high - 2),
                (side * tip, high),
                (side * tip, 5),
                (side * (tip - 4), 0),
                (0, -3),
            ),
        )
        f.polygon(
            _HERE,
            (
                (0, 0),
                (side * foot, -3),
                (side * (foot + 1), low + 4),
                (side * (foot - 4), low),
                (side * 2, -8),
            ),
        )
        f.disc(Joint(side * (tip - 6), high - 6), 3.6, 0)
        f.stroke(Joint(side * 0.5, 8), 90 - side * f.any((20, 28)), 9, 1.2)
    f.stroke(Joint(0, 8), -90, 19, 3.4)


@_named("person")
def _person(f: Figure) -> None:
    _human(f, legs=(-98, -82), arms=(((-130, -118), (0, 15)), ((-62, -50), (-15, 0))))


@_named("person waving")
def _waver(f: Figure) -> None:
    _human(f, legs=(-104, -76), arms=(((-130, -118), (0, 15)), ((0, 20), (60, 85))))


@_named("person walking")
def _walker(f: Figure) -> None:
    _human(f, legs=(-118, -62), arms=(((-138, -125), (10, 30)), ((-45, -30), (10, 40))), lean=4)


@_named("person running")
def _runner(f: Figure) -> None:
    hip = Joint(0, 0, 90 - round(f.any((8, 16))))
    neck = f.stroke(hip, 0, 12, 6, 6.5)
    f.stroke(neck, 0, 6, 3)
    f.disc(neck.at(10), (10, 11))
    shoulder, thigh = Joint(neck.x, neck.y), Joint(hip.x, hip.y)
    f.bent(shoulder, ((-45, -30), (60, 85)), 8, 3)
    f.bent(shoulder, ((-160, -145), (60, 85)), 8, 3)
    f.bent(thigh, ((-40, -25), (-70, -50)), 10, 3.8)
    f.bent(thigh, ((-120, -108), (-55, -40)), 10, 3.8)


def _human(
    f: Figure, legs: tuple[int, int], arms: tuple[tuple[Span, Span], ...], lean: int = 0
) -> None:
    """A person from the front; legs and arms are those on the left, then on the right."""
    hip = Joint(0, 0, 90 - lean)
    neck = f.stroke(hip, 0, 13, 6.5, 8.5)
    f.stroke(neck, 0, 6, 3.2)
    f.disc(neck.at(10.5), (10.5, 11.5))
    for side, leg, arm in zip((-1, 1), legs, arms, strict=True):
        f.bent(Joint(neck.x + side * 3, neck.y), arm, 7.5, 3.2)
        f.stroke(Joint(hip.x + side * 2, hip.y), leg, f.any((18, 19)), 4, 3.6)


@_named("tree")
def _tree(f: Figure) -> None:
    top = f.stroke(_HERE, 90, (14, 18), 5.5, 4)
    for turn in ((-65, -45), (45, 65)):
        f.stroke(top.at(-5), turn, 9, 2.6)
    f.disc(top.at(7), (11, 14))
    for bough in ((-80, -60), (60, 80), (-30, -10), (10, 30)):
        f.disc(top.at(3, 0, f.any(bough)).at(9), (11, 14))
    f.stroke(_HERE.at(-10), 0, 20, 2)


@_named("fir")
def _fir(f: Figure) -> None:
    width, step = f.any((10, 13)), f.any((7, 9))
    f.stroke(_HERE.at(0, -5), 90, 10, 5)
    for layer in range(3):
        wide = width - 2.5 * layer
        f.polygon(_HERE.at(0, layer * step), ((-wide, 0), (0, step * 1.7), (wide, 0)))
    f.stroke(_HERE.at(-8, -6), 0, 16, 2)


@_named("palm tree")
def _palm(f: Figure) -> None:
    lean = f.any((-12, 12))
    top = f.bent(_HERE.at(0, 0, 90), (lean, -lean, -lean / 2), 9, 3.6)
    for turn, long in ((-20, 6), (20, 8), (65, 7), (115, 7), (160, 8), (200, 6)):
        leaf = f.stroke(Joint(top.x, top.y), turn + f.any((-8, 8)), long, 4, 4)
        f.stroke(leaf, (-70, -50) if turn < 90 else (50, 70), long, 4, 1.5)
    f.oval(_HERE.at(-10, -1), 0, 20, 5)


@_named("flower")
def _flower(f: Figure) -> None:
    top = f.bent(_HERE.at(0, 0, 90), ((-4, 4), (-6, 6)), 9, 2.4)
    for side in (-1, 1):
        f.oval(_HERE.at(0, f.any((0, 2)), 90), side * f.any((48, 62)), 12, 5)
    number = 5 + f.rng.below(2)
    first, middle = f.any((0, 70)), top.at(9)
    for petal in range(number):
        around = Joint(middle.x, middle.y, round(first + petal * 360 / number))
        f.disc(around.at(7.5), (8, 8.6))
    f.disc(middle, 10)
    f.disc(middle, 5.6, 0)


@_named("tulip")
def _tulip(f: Figure) -> None:
    bloom = f.bent(_HERE.at(0, 0, 90), ((-6, 6), (-6, 6)), 11, 2.6)
    for side in (-1, 1):
        f.oval(_HERE.at(0, 0, 90), side * f.any((28, 36)), (17, 20), 5)
    cup = Joint(bloom.x, bloom.y)
    f.oval(cup.at(0, -1, 90), 0, 14, 14)
    f.polygon(cup, ((-7, 5), (-8, 16), (-4, 11), (0, 16), (4, 11), (8, 16), (7, 5)))


@_named("cactus")
def _cactus(f: Figure) -> None:
    f.stroke(_HERE, 90, (26, 30), 7.5)
    for side, turn in ((-1, -90), (1, 90)):
        if side < 0 or f.rng.below(4):
            elbow = f.stroke(Joint(0, f.any((9, 15)), 90), -turn, 10, 4)
            f.stroke(elbow, turn, (7, 11), 4)
    f.polygon(_HERE.at(0, -5), ((-7.5, 4), (7.5, 4), (5, -6), (-5, -6)))


@_named("mushroom")
def _mushroom(f: Figure) -> None:
    width, height = f.any((14, 17)), f.any((8, 11))
    stem = f.stroke(_HERE, 90 + f.any((-5, 5)), height, (11, 12), (8, 9))
    cap = f.dome(Joint(stem.x, stem.y), 2 * width, f.any((14, 17)))
    for along, up in ((-8, 4.5), (0.5, 9), (8, 4.5)):
        f.disc(cap.at(along, up), f.any((3.6, 4.6)), 0)


@_named("car")
def _car(f: Figure) -> None:
    long = f.any((34, 38))
    f.polygon(_HERE, ((0, 0), (0, 6), (2, 8), (long - 3, 8), (long, 5), (long, 0)))
    back, front = f.any((5, 9)), long - f.any((9, 12))
    f.polygon(_HERE, ((back - 3, 8), (back, 16), (front - 6, 16), (front, 8)))
    middle = (back + front) / 2 - 1.5
    f.polygon(_HERE, ((back, 9), (back + 1.5, 14), (middle - 1, 14), (middle - 1, 9)), 0)
    f.polygon(_HERE, ((middle + 1, 9), (middle + 1, 14), (front - 6.5, 14), (front - 3, 9)), 0)
    for along in (7.5, long - 8):
        f.disc(_HERE.at(along), 11, 0)
        f.disc(_HERE.at(along), 7.5)


@_named("truck")
def _truck(f: Figure) -> None:
    long, high = f.any((20, 24)), f.any((14, 18))
    f.box(_HERE, long, high)
    f.box(_HERE.at(long), 3, 3)
    cab = _HERE.at(long + 2.5)
    f.polygon(cab, ((0, 0), (0, 12), (6, 12), (10, 6), (10, 0)))
    f.polygon(cab, ((3, 6), (3, 10), (5.5, 10), (8, 6)), 0)
    for along in (5, long - 5, long + 7.5):
        f.disc(_HERE.at(along), 9, 0)
        f.disc(_HERE.at(along), 6)


@_named("sailing boat")
def _sailboat(f: Figure) -> None:
    mast, tilt = f.any((26, 30)), f.any((-4, 4))
    f.polygon(_HERE, ((-16, 6), (16, 6), (11, 0), (-11, 0)))
    f.stroke(_HERE.at(-1, 5), 90 + tilt, mast, 1.5)
    f.polygon(_HERE.at(1, 9, tilt), ((0, 0), (f.any((10, 13)), 0), (0, mast - 5)))
    f.polygon(_HERE.at(-3, 9, tilt), ((0, 0), (-f.any((8, 11)), 0), (0, mast - 9)))


@_named("airplane")
def _airplane(f: Figure) -> None:
    body = Joint(0, 0, round(f.any((-10, 30))))
    f.stroke(body, 0, (30, 33), 5, 6.5)
    f.polygon(body, ((-2, 0), (-6, 11), (0, 11), (7, 2)))
    f.polygon(body.at(11), ((0, 0), (-11, -17), (-4, -17), (11, -1)))
    f.polygon(body.at(13), ((0, 1), (-7, 13), (-1, 13), (9, 2)))
    f.polygon(body, ((-1, 0), (-7, -6), (-2, -6), (5, 0)))


@_named("rocket")
def _rocket(f: Figure) -> None:
    body = Joint(0, 0, 90 - round(f.any(f.rng.choice(((0, 6), (38, 46))))))
    f.polygon(body, ((0, -6), (17, -6), (23, -4), (29, 0), (23, 4), (17, 6), (0, 6)))
    for side in (-1, 1):
        f.polygon(body, ((10, side * 5), (3, side * 11), (-5, side * 12), (0, side * 4)))
    f.disc(body.at(16), 5.4, 0)
    f.stroke(body.at(-4, 0, 180), 0, f.any((3, 6)), 4.5, 2)


@_named("helicopter")
def _helicopter(f: Figure) -> None:
    cabin = f.oval(_HERE, 0, (18, 20), (12, 13))
    f.stroke(cabin.at(0, 1, 180), 0, 22, 6, 2.5)
    f.stroke(cabin.at(-22, -2, 90), (-15, 15), 7, 2)
    f.stroke(cabin.at(0, 5, 90), 0, 6.5, 3)
    f.stroke(cabin.at(-15, 11), (-3, 3), (29, 32), 1.8)
    f.polygon(cabin, ((1, 0.5), (1, 4), (4, 4), (6.5, 0.5)), 0)
    for along in (-4, 5):
        f.stroke(cabin.at(along, -4, -90), 0, 7, 1.6)
    f.stroke(cabin.at(-8, -11), 0, (17, 19), 1.6)


@_named("balloon")
def _balloon(f: Figure) -> None:
    ball = f.disc(_HERE, (24, 27))
    f.polygon(ball, ((-9, -9), (9, -9), (3, -17), (-3, -17)))
    for side in (-1, 1):
        f.stroke(ball.at(side * 3.2, -15, -90), 0, 8, 1)
        f.oval(ball.at(side * 5.4, -10, 90), 0, (17, 20), 3.4, 0)
    f.box(ball.at(-4.8, -28), 9.6, 5.5)


@_named("locomotive")
def _locomotive(f: Figure) -> None:
    long = f.any((18, 22))
    f.box(_HERE, long + 10, 4)
    f.box(_HERE.at(0, 3), long, 9)
    f.box(_HERE.at(long - 1, 3), 11, 17)
    f.box(_HERE.at(long - 3, 19), 15, 3)
    f.box(_HERE.at(long + 2, 12), 5, 5, 0)
    f.polygon(_HERE.at(4, 11), ((-1.5, 0), (-3, 8), (4, 8), (2.5, 0)))
    f.disc(_HERE.at(11, 12), 4.5)
    f.polygon(_HERE, ((1, 4), (-5, -3), (1, -3)))
    for along in (4, 12, long + 4):
        f.disc(_HERE.at(along, -1), 9.5, 0)
        f.disc(_HERE.at(along, -1), 7)
    for turn in range(3):
        f.disc(_HERE.at(5 + 5 * turn, 23 + 1.5 * turn), 3 + turn)


@_named("windmill")
def _windmill(f: Figure) -> None:
    f.polygon(_HERE, ((-8.5, 0), (8.5, 0), (4, 20), (0, 24), (-4, 20)))
    f.box(_HERE.at(-2, 0), 4, 6, 0)
    first, hub = round(f.any((30, 60))), _HERE.at(0, 21)
    for sail in range(4):
        arm = Joint(hub.x, hub.y, first + 90 * sail)
        f.stroke(arm, 0, 20, 1.6)
        f.polygon(arm, ((7, -1), (7, 5), (20, 5), (20, -1)))


@_named("snake")
def _snake(f: Figure) -> None:
    wave = f.any((60, 75))
    end = f.stroke(_HERE.at(0, 0, round(wave * 0.6)), 0, 6, 1.5, 4)
    for turn in (-wave, -wave, wave, wave, wave * 0.9, -wave, -wave):
        end = f.stroke(end, turn, 7, 4.4)
    head = f.oval(end, (-5, 15), 10, 7.5, inset=2)
    f.stroke(head.at(4), 0, 5, 1)
    f.eye(head)


@_named("turtle")
def _turtle(f: Figure) -> None:
    shell = f.dome(_HERE, (23, 26), (13, 16))
    f.stroke(shell.at(-11), 0, 22, 2.4)
    f.stroke(shell.at(-11, 0, 180), (0, 20), 4, 2.6, 1)
    neck = f.stroke(shell.at(11, 1), (35, 55), 7, 4)
    head = f.oval(Joint(neck.x, neck.y), (-10, 10), 9.5, 7.5, inset=3.5)
    f.eye(head.at(1, 0.5))
    for along, turn in ((-8, (-115, -80)), (7, (-100, -65))):
        f.stroke(shell.at(along), turn, 6, 4.6)


@_named("penguin")
def _penguin(f: Figure) -> None:
    body = f.oval(_HERE, 90, (26, 28), 16)
    head = f.disc(body.at(13), (11, 12))
    f.polygon(Joint(head.x, head.y), ((4, 2), (10, -0.5), (4, -2)))
    f.oval(Joint(1.5, 2, 90), 0, 17, 8.5, 0)
    for side, turn in ((-1, (-130, -105)), (1, (-70, -40))):
        f.stroke(Joint(side * 6, body.y + 6), turn, 12, 4, 2)
    for side in (-1, 1):
        f.stroke(Joint(side * 4, 1), 0, 4, 3.4)
    f.eye(head.at(1, -1))


@_named("octopus")
def _octopus(f: Figure) -> None:
    head = f.oval(_HERE, 90, (18, 21), (19, 21), inset=4)
    for arm in (-3, -1, 1, 3):
        root = Joint(arm * 2.9, 1, -90 + arm * 15)
        bend = f.any((20, 45)) * (1 if arm > 0 else -1)
        f.bent(root, (0, -bend / 2, bend, bend), 4.6, 3.2)
    for side in (-1, 1):
        f.disc(head.at(-2, side * 4), 3.4, 0)


@_named("camel")
def _camel(f: Figure) -> None:
    chest, rump = _beast(
        f, long=(14, 17), belly=(7, 8), legs=12, thick=(2.6, 3), gaits=((7, 10), (18, 24))
    )
    f.bent(rump.at(-3, 1, 180), ((40, 60), 20), 4, 2)
    for along in (2.5, 12.5):
        f.oval(rump.at(along, 2, 90), 0, 8.5, 7)
    neck = f.bent(chest.at(1, 0), ((-10, 5), (50, 70), (20, 30)), 6, 4)
    f.stroke(Joint(neck.x - 1, neck.y), (-15, 5), 7, 4, 3)


@_named("pig")
def _pig(f: Figure) -> None:
    chest, rump = _beast(f, long=(11, 13), belly=(15, 16), legs=5, thick=4.2, gaits=((12, 20),))
    tail = f.disc(rump.at(-9.5, f.any((3, 5))), 8)
    f.disc(tail, 4, 0)
    head = f.disc(chest.at(9, f.any((-1, 3))), (12, 13))
    f.box(head.at(4, -4.5), 6, 7)
    for left in (-5, 0):
        f.polygon(head.at(left, 3), ((0, 0), (-1, 7), (5, 2)))
    f.eye(head.at(1.5, 1.5))


NAMES = tuple(_TEMPLATES)
"""What there are templates of."""


def posed(name: str, width: int, height: int, rng: Rng) -> tuple[Grid, int]:
    """A figure in a random pose, half of them mirrored; and what is lost in its cells."""
    figure = Figure(rng)
    mirrored = bool(rng.below(2))
    _TEMPLATES[name](figure)
    return figure.drawn(width, height, mirrored=mirrored)
