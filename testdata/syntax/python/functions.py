@first
@second.tool(name="x")
async def f(a, b=1, /, c: int = 2, *args: str, d, e=3, **kw: float) -> None:
    """Doc."""
    await g()
def gen():
    f"not a {doc}"
    yield
    x = yield 1, 2
    yield from gen()
def outer():
    def inner(): yield 1
    return inner
def keyword_only(*, a): ...
def generic[T](x: T) -> T: return x
h = lambda a, *b, c=1, **d: (a, b)
k = lambda: (yield)
