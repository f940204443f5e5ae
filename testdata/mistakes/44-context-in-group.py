from protomcp import action, server_context, tool_group, ToolResult


@server_context("tenant")
def resolve_tenant(args: dict) -> str:
    return "tenant-1"


@tool_group("orders", description="Orders of the customers.", read_only=True)
class Orders:
    @action("list", description="All orders of one customer.")
    # here: R152
    def list_orders(self, customer: str, tenant: str) -> ToolResult:
        return ToolResult(result=customer + tenant)
