import protomcp
from protomcp import tool, ToolResult


@tool("Shows the report of one month.", read_only=True)
# here: R152
def show_report(month: int, context: protomcp.ToolContext) -> ToolResult:
    return ToolResult(result=str(month))
