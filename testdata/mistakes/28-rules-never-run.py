from protomcp import action, tool_group, ToolResult


@tool_group("stock", description="Counts of the articles.", read_only=True)
class Stock:
    @action(
        "level",
        description="Count of one article.",
        # here: R157
        requires=["article"],
        enum_fields={"store": ["north", "south"]},
    )
    def level(self, article: str, store: str = "north") -> ToolResult:
        return ToolResult(result=article + store)
