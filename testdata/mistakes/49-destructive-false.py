from protomcp import tool, ToolResult



# here: R151
@tool("Adds one text to the list.", destructive=False, idempotent=True)
def add_text(text: str) -> ToolResult:
    return ToolResult(result=text)
