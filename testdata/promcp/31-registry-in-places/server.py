from dataclasses import dataclass, field
from promcp import Registry, read_tool, do_tool

BOOKS = {"registry": Registry("library")}


class Shop:
    tools = Registry(name="shop")

    def __init__(self):
        self.own = Registry(name="back-office")


shop = Shop()
OPTIONS = dict(registry=shop.own, unit="euro")


@dataclass
class Holder:
    registry: Registry = field(default_factory=lambda: Registry("held"))


held = Holder()


@read_tool("Title of one book.", **BOOKS)
def read_book(isbn: str) -> dict:
    return {"value": ""}


@read_tool("Price of one good.", registry=Shop.tools)
def read_price(good: str) -> dict:
    return {"value": 1}


@read_tool("Takings of one day.", **OPTIONS)
def read_takings(day: str) -> dict:
    return {"value": 1}


@do_tool("Puts a thing away.", compensable=True, **{"registry": held.registry})
def do_put(thing: list[str], idempotency_key: str) -> dict:
    return {}
