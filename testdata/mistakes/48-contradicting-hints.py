from protomcp import tool, ToolResult



# here: R063
@tool("Removes one text for good.", read_only=True, destructive=True)
def drop_text(text: str) -> ToolResult:
    return ToolResult(result=text)
