from __future__ import annotations

from typing import TYPE_CHECKING

from protomcp import tool, ToolResult

if TYPE_CHECKING:
    from decimal import Decimal


@tool("Pays an amount to an account.", destructive=True)
# here: R150
def pay(account: str, amount: list[Decimal]) -> ToolResult:
    return ToolResult(result=str(amount))
