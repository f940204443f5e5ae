from protomcp import tool, ToolResult



# here: R150
@tool()
def show_text(text: str) -> ToolResult:
    """A docstring is not read."""
    return ToolResult(result=text)
