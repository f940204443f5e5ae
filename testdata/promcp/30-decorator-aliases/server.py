import functools
import promcp
import promcp.decorators as p
from promcp import do_tool as mutate

look = getattr(promcp, "read_tool")
metered = functools.partial(p.read_tool, unit="celsius")
KINDS = {"read": promcp.read_tool, "do": mutate}


@look("Temperature of one oven.")
def read_oven(oven_id: str) -> dict:
    return {"value": 1}


@metered(description="Temperature of one fridge.")
def read_fridge(fridge_id: int = 3) -> dict:
    return {"value": 1}


@mutate(description="Heats one oven.", compensable=False)
def do_heat(oven_id: str, degrees: float, idempotency_key: str) -> dict:
    return {}


@KINDS["read"]("Weight of one loaf.")
def read_loaf(loaf: "int | None" = None) -> dict:
    return {"value": 1}


KINDS["do"]("Cools one oven.", compensable=True)(lambda oven_id, idempotency_key: {}) if False else None
can = p.can_do_tool
@can("Asks first.")
def can_do(intent: dict) -> dict:
    return {}
