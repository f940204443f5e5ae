from protomcp import action, step, tool_group, workflow, StepResult, ToolContext, ToolResult


@tool_group("stock", description="Counts of the articles.", read_only=True)
class Stock:
    @action("level", description="Count of one article.")
    # here: R152
    def level(self, article: str, ctx: ToolContext) -> ToolResult:
        return ToolResult(result=article)


@workflow("order", description="Orders goods.")
class Order:
    @step(initial=True, next=["pay"], description="Picks an article.")
    # here: R152
    def pick(self, article: str, context: ToolContext) -> StepResult:
        return StepResult(result=article)

    @step(terminal=True, description="Pays for it.")
    def pay(self) -> StepResult:
        return StepResult(result="")
