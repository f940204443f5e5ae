import datetime
import enum
from dataclasses import dataclass
from typing import Any

from protomcp import tool, ToolResult


class Tone(enum.Enum):
    WARM = "warm"


@dataclass
class Address:
    street: str


@tool("Shows the day of a date.", read_only=True)
# here: R154
def show_day(date: datetime.date) -> ToolResult:
    return ToolResult(result=date.isoformat())


@tool("Shows anything as text.", read_only=True)
# here: R154
def show_any(thing) -> ToolResult:
    return ToolResult(result=str(thing))


@tool("Shows parts of letters.", read_only=True)
def show_parts(
    plain: str,
    # here: R154
    tone: Tone,
    addresses: list[Address],
    pair: tuple[int, int] | None = None,
    more: dict[str, Any] = {},
) -> ToolResult:
    return ToolResult(result=plain)
