# What each name is at the end of this module, as CPython gives it. A line `#= NAME VALUE` under an assignment
# says how the dump of values must show it. The word promcp makes the file worth reading.
import functools
import os
from dataclasses import dataclass, field
from enum import Enum
from textwrap import dedent

JOINED = "x" "y\n"
#= JOINED "xy\n"
FORMATTED = f"{JOINED.strip()}-{1 + 2}-{None}"
#= FORMATTED "xy-3-None"
LISTED = [1, 2, *[3, 4]]
MERGED = {"a": 1, **{"b": LISTED}} | {"a": 2}
#= MERGED {"a": 2, "b": [1, 2, 3, 4, 5]}
ALIAS = LISTED
ALIAS.append(5)
#= LISTED [1, 2, 3, 4, 5]


def spread(x, y=2, *rest, k=3, **more):
    if x > 1:
        return y
    return rest, k, more


EARLY = spread(5)
#= EARLY 2
BOUND = spread(0, 1, 2, 3, k=4, z=5)
#= BOUND [[2, 3], 4, {"z": 5}]
FILTERED = [i * 2 for i in LISTED if i % 2 == 0]
#= FILTERED [4, 8]
PAIRS = {k: v for k, v in zip("ab", [1, 2])}
#= PAIRS {"a": 1, "b": 2}
NESTED = [(a, b) for a in (1, 2) for b in "xy"]
#= NESTED [[1, "x"], [1, "y"], [2, "x"], [2, "y"]]


class Base:
    kind = "base"

    def __init__(self, value):
        self.value = value

    @property
    def double(self):
        return self.value * 2

    def both(self):
        return self.kind, self.value

    @staticmethod
    def same(x):
        return x

    @classmethod
    def make(cls, x):
        return cls(x)


class Child(Base):
    kind = "child"

    def both(self):
        return super().both() + ("more",)


MEMBERS = (Base(4).double, Base.same(3), Base.make(9).value)
#= MEMBERS [8, 3, 9]
INHERITED = Child(1).both()
#= INHERITED ["child", 1, "more"]


@dataclass
class Point:
    x: int
    y: int = 7
    tags: list = field(default_factory=list)


DATA = (Point(1).y, Point(1, y=2).y, Point(x=3).x)
#= DATA [7, 2, 3]


class Colour(str, Enum):
    RED = "red"
    BLUE = "blue"


MEMBER = (Colour.RED.value, Colour.BLUE.name, [c.value for c in Colour])
#= MEMBER ["red", "BLUE", ["red", "blue"]]

SETTING = os.environ.get("SETTING")
if SETTING:
    EITHER = 1
else:
    EITHER = 2
#= EITHER one of (1 | 2)
try:
    import missing_package
except ImportError:
    missing_package = None
    FALLBACK = "handled"
#= FALLBACK "handled"

match len(LISTED):
    case 1:
        WORD = "one"
    case 4 | 5:
        WORD = "few"
    case _:
        WORD = "many"
#= WORD "few"

while True:
    LOOPED = "once"
    break
#= LOOPED "once"


def counter():
    n = 0

    def step():
        nonlocal n
        n += 1
        return n

    step()
    step()
    return n


COUNTED = counter()
#= COUNTED 2


def generate():
    yield 1
    yield from ()
    yield 3


def shout(f):
    @functools.wraps(f)
    def wrapper(*args, **kwargs):
        return f(*args, **kwargs)

    return wrapper


@shout
def greet(name="you"):
    """Says hello."""
    return "hello " + name


WRAPPED = (greet.__name__, greet.__doc__, greet("me"))
#= WRAPPED ["greet", "Says hello.", "hello me"]
PARTIAL = functools.partial(greet, "her")()
#= PARTIAL "hello her"
TEXT = dedent("""\
    One
      two
""")
#= TEXT "One\n  two\n"
SPLIT = "a, b,c".split(","), "x.y".rpartition("."), "%s-%d" % ("q", 4), "{} {x}".format(1, x=2)
#= SPLIT [["a", " b", "c"], ["x", ".", "y"], "q-4", "1 2"]
SLICED = (LISTED[1:3], "hello"[1:-1], LISTED[-1])
#= SLICED [[2, 3], "ell", 5]
first, *others = 1, 2, 3
#= others [2, 3]
WALRUS = (inner := 3) + inner
#= WALRUS 6
CHAINED = 1 < 2 < 3 and not (2 < 1 < 3)
#= CHAINED true
REGISTRY = {}


def register(name):
    def keep(f):
        REGISTRY[name] = f.__name__
        return f

    return keep


for part in ("brake", "lamp"):

    @register(f"read_{part}")
    def reader():
        return part


del REGISTRY["read_lamp"]
#= REGISTRY {"read_brake": "reader"}
