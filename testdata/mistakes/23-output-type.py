from typing import TypedDict

from protomcp import tool, ToolResult


class Book(TypedDict):
    title: str


# here: R155
@tool("Shows one book of the shelf.", output_type=Book, read_only=True)
def show_book(isbn: str) -> ToolResult:
    return ToolResult(structured_content={"title": isbn})


# here: R155
@tool("Shows all books of the shelf.", output_type=dict, read_only=True)
def show_books() -> ToolResult:
    return ToolResult(structured_content={})
