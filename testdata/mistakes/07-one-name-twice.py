from protomcp import tool, ToolResult



@tool("Shows one text as it was given.", read_only=True)
def show_text(text: str) -> ToolResult:
    return ToolResult(result=text)


@tool("Shows a number of texts, one a line.", read_only=True)
# here: R029
def show_text(texts: list[str]) -> ToolResult:
    return ToolResult(result="\n".join(texts))


for unit in ("km", "mile"):

    @tool(f"Converts a length to {unit}.", read_only=True)
    # here: R029
    def convert(value: float) -> ToolResult:
        return ToolResult(result=str(value))
