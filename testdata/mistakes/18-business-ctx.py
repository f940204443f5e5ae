from protomcp import tool, ToolResult



@tool("Shows the words of a context.", read_only=True)
# here: R152
def show_words(ctx: str, most: int) -> ToolResult:
    return ToolResult(result=ctx)
