from protomcp import tool, ToolResult



@tool("Adds two numbers and shows the sum.", read_only=True)
# here: R152
def show_sum(a: int, b: int, /) -> ToolResult:
    return ToolResult(result=str(a + b))
