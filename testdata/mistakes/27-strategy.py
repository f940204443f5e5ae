from protomcp import action, tool_group, ToolResult


# here: R157
@tool_group("stock", description="Counts of the articles.", strategy="seperate", read_only=True)
class Stock:
    @action("level", description="Count of one article.")
    def level(self, article: str) -> ToolResult:
        return ToolResult(result=article)
