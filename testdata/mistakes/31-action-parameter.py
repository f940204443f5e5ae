from protomcp import action, tool_group, ToolResult


@tool_group("journal", description="Journal: log what was done.", strategy="union", destructive=True)
class Journal:
    @action("log")
    # here: R152
    def log(self, action: str, text: str) -> ToolResult:
        return ToolResult(result=action + text)
