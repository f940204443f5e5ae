from protomcp import action, tool_group, ToolResult


@tool_group("album", description="Keeps the photos of one user.", strategy="union", destructive=True)
class Album:
    # here: R034
    @action("add", description="Add a photo from a path on this machine.")
    def add(self, path: str) -> ToolResult:
        return ToolResult(result=path)
