from protomcp import tool, ToolResult



@tool("Finds the orders that fit some filters.", read_only=True)
# here: R153
def find_orders(customer: str, *words, **filters: str) -> ToolResult:
    return ToolResult(result=customer)
