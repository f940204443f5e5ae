from typing import Annotated, Literal
import typing as t
x: "list[Order]" = "list[Order]"
y: t.Literal["a", "b"]
def f(
    a: "Order | None",
    b: Annotated["Order", "the order"],
    c: dict[str, "t.Literal['x']"],
    d: "not a type!",
    e: "Ord" "er" = None,
    f: Outer.Inner[int] | "Order" = 1,
    g: make("text") = 2,
    h: "  Order" = 3,
) -> "Order": ...
