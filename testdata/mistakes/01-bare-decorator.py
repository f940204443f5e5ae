from protomcp import tool, ToolResult



# here: R150
@tool
def forgotten(text: str) -> ToolResult:
    return ToolResult(result=text)


# here: R150
tool("Never applied to a function.")


@tool("Shows one text as it was given.", read_only=True)
def show_text(text: str) -> ToolResult:
    return ToolResult(result=text)
