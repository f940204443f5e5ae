from protomcp import sidecar, tool, ToolResult


# here: R150
@sidecar(name="cache", command=["cached"], start_on="first_call")
def cache():
    pass


@tool("Shows one text as it was given.", read_only=True)
def show_text(text: str) -> ToolResult:
    return ToolResult(result=text)
