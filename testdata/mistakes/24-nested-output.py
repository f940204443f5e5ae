from dataclasses import dataclass

from protomcp import tool, ToolResult


@dataclass
class Author:
    name: str


@dataclass
class Book:
    title: str
    # here: R154
    author: Author


@tool("Shows one book of the shelf.", output_type=Book, read_only=True)
def show_book(isbn: str) -> ToolResult:
    return ToolResult(structured_content={"title": isbn, "author": {"name": ""}})
