from protomcp import action, tool_group, ToolResult


@tool_group("sales", description="Sales: count them.", strategy="union", read_only=True)
class Sales:
    # here: R157
    @action("count", requires=["artikel"])
    def count(self, article: str) -> ToolResult:
        return ToolResult(result=article)

    # here: R157
    @action("sum", enum_fields={"curency": ["eur"]})
    def total(self, currency: str) -> ToolResult:
        return ToolResult(result=currency)
