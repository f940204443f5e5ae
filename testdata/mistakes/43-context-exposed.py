from protomcp import server_context, tool, ToolResult


@server_context("tenant", expose=False)
def resolve_tenant(args: dict) -> str:
    return "tenant-1"


@tool("Shows the orders of one customer.", read_only=True)
# here: R153
def show_orders(customer: str, tenant: str) -> ToolResult:
    return ToolResult(result=customer + tenant)
