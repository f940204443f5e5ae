import contextlib
from promcp import read_tool, do_tool, Registry

try:
    import no_such_module_here
except ImportError:
    no_such_module_here = None

with contextlib.suppress(ValueError):
    @read_tool("In a with block.")
    def read_with(a: str):
        return 1

try:
    @read_tool("In a try block.")
    def read_try(a: str):
        return 1
finally:
    @read_tool("In a finally block.")
    def read_finally(a: str):
        return 1


class Meter:
    @staticmethod
    @read_tool("A static method.")
    def read_static(volts: float):
        return 1

    @read_tool("A method.")
    def read_method(self, amps: float):
        return 1


@read_tool("Asynchronous.")
async def read_async(a: int | None, b: "list[int]" = ()):
    return 1


match 3:
    case 1:
        @read_tool("Never.")
        def read_one():
            return 1
    case 3:
        @read_tool("Always.")
        def read_three():
            return 1

n = 0
while n < 3:
    n += 1
    if n == 2:
        continue

    @read_tool(f"Round {n}.", name=f"read_round_{n}")
    def read_round(x: dict[str, int]):
        return 1
else:
    @read_tool("After the rounds.")
    def read_after():
        return 1

if (depth := len([1, 2])) > 1:
    @read_tool("Walrus.")
    def read_walrus(depth: int = depth):
        return 1
