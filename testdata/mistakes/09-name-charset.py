# preset: promcp
from protomcp import tool, ToolResult


def show_text(text: str) -> ToolResult:
    return ToolResult(result=text)


# here: R021
show_text.__name__ = "show text"
tool("Shows one text as it was given.", read_only=True)(show_text)
