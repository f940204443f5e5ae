from protomcp import tool, tool_manager, ToolResult


@tool("Signs a user in to the shop.", destructive=True)
def sign_in(user: str) -> ToolResult:
    # here: R056
    return ToolResult(result=user, enable_tools=["drop_user"], disable_tools=["sing_in"])


@tool("Removes a user for good.", destructive=True, hidden=True)
def drop_user(user: str) -> ToolResult:
    # here: R056
    tool_manager.disable(["sign_out"])
    return ToolResult(result=user)
