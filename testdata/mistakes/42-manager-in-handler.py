from protomcp import tool, tool_manager, ToolResult


@tool("Signs a user in to the shop.", destructive=True)
def sign_in(user: str) -> ToolResult:
    # here: R152
    active = tool_manager.enable(["drop_user"])
    return ToolResult(result=",".join(active))


@tool("Removes a user for good.", destructive=True, hidden=True)
def drop_user(user: str) -> ToolResult:
    # here: R152
    tool_manager.batch(allow=["sign_in"], block=["drop_user"])
    return ToolResult(result=user)
