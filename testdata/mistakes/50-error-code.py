from protomcp import tool, ToolResult



@tool("Shows the stock of one article.", read_only=True)
def show_stock(article: str) -> ToolResult:
    # here: R151
    return ToolResult(result="nothing", error_code="NOT_FOUND")
