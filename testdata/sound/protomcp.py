"""Forms that look like mistakes and are none."""

from __future__ import annotations

import enum
import functools
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal, Optional

from protomcp import action, step, tool, tool_group, workflow, StepResult, ToolContext, ToolResult

if TYPE_CHECKING:
    from decimal import Decimal
    from collections.abc import Callable
else:
    Callable = object


class Unit(str, enum.Enum):
    KM = "km"


@dataclass
class Answer:
    title: str
    tags: list[str] = field(default_factory=list)


def keep(function: Callable):
    @functools.wraps(function)
    def wrapper(*args, **kwargs):
        return function(*args, **kwargs)

    return wrapper


def keep_too(function):
    def wrapper(*args, **kwargs):
        return function(*args, **kwargs)

    return functools.update_wrapper(wrapper, function)


def own_tool(text, **more):
    return tool("Shop: " + text, **more)


def price(amount: Decimal) -> str:
    return str(amount)


later = tool("Shows the weather of one town.", read_only=True)


@later
@keep
def show_weather(town: str, days: int = 3) -> ToolResult:
    return ToolResult(result=town)


@tool("Shows the tides of one harbour.", read_only=True)
@keep_too
def show_tides(harbour: str) -> ToolResult:
    return ToolResult(result=harbour)


@own_tool("show the stock of one article.", read_only=True)
def show_stock(article: str, store: Optional[str] = None, unit: Literal["piece", "box"] = "piece") -> ToolResult:
    return ToolResult(result=article)


@tool("Shows the answer to one question.", output_type=Answer, read_only=True)
def show_answer(question: str, ctx: ToolContext) -> ToolResult:
    return ToolResult(structured_content={"title": question, "tags": []})


class Shop:
    def show_hours(self, day: str) -> ToolResult:
        return ToolResult(result=day)


tool("Shows the opening hours of one day.", read_only=True)(Shop().show_hours)


class Base:
    def __init__(self, host: str = "localhost"):
        self.host = host

    @action("health", description="Tells whether the shop answers.")
    def health(self) -> ToolResult:
        return ToolResult(result=self.host)


@tool_group("shop", description="Questions about the shop.", read_only=True)
class Group(Base):
    pass


@tool_group("sales", description="Sales: count them, or sum them up.", strategy="union", read_only=True)
class Sales:
    @action("count", requires=["article"], enum_fields={"store": ["north", "south"]})
    def count(self, article: str, store: str = "north") -> ToolResult:
        return ToolResult(result=article + store)


@workflow("order", description="Orders goods.", allow_during=["show_*"])
class Order:
    @step(initial=True, next=["check", "stop"], on_error={ValueError: "stop"}, description="Picks an article.")
    def pick(self, article: str) -> StepResult:
        if not article:
            return StepResult(result="", next=["stop"])
        return StepResult(result=article)

    @step(next=["pay", "pick_again"], description="Checks the stock.")
    def check(self) -> StepResult:
        return StepResult()

    @step(next=["check"], description="Picks another article.")
    def pick_again(self, article: str) -> StepResult:
        return StepResult(result=article)

    @step(terminal=True, description="Pays for it.")
    def pay(self) -> StepResult:
        return StepResult()

    @step(terminal=True, description="Stops the order.")
    def stop(self) -> StepResult:
        return StepResult()

    def on_cancel(self):
        pass

    def on_complete(self, *args):
        pass


def describe(names: dict[str, Any]) -> str:
    return ", ".join(names)
