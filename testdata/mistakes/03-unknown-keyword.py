from protomcp import action, tool, tool_group, ToolResult


@tool(
    "Shows one text as it was given.",
    # here: R151
    name="text",
)
def show_text(text: str) -> ToolResult:
    return ToolResult(result=text)


# here: R151
@tool_group("stock", description="Counts of the articles.", readOnlyHint=True)
class Stock:
    # here: R151
    @action("level", text="Count of one article.")
    def level(self, article: str) -> ToolResult:
        return ToolResult(result=article)
