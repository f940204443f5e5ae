from protomcp import tool, ToolResult



# here: R030
@tool("", read_only=True)
def show_text(text: str) -> ToolResult:
    return ToolResult(result=text)
