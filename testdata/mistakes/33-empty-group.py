from protomcp import action, tool_group, ToolResult


# here: R150
@tool_group("album", description="Keeps the photos of one user.", destructive=True)
class Album:
    # here: R150
    @action
    def add(self, path: str) -> ToolResult:
        return ToolResult(result=path)
