from typing import Optional

from protomcp import tool, ToolResult


@tool("Shows the notes that have a tag.", read_only=True)
# here: R152
def show_notes(text: str, tag: Optional[str], kind: int | None) -> ToolResult:
    return ToolResult(result=text)
