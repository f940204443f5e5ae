from protomcp import step, tool, workflow, StepResult, ToolResult


@tool("Shows the state of the shop.", read_only=True)
def show_state() -> ToolResult:
    return ToolResult(result="")


# here: R056
@workflow("order", description="Orders goods.", allow_during=["show_*", "list_*"])
class Order:
    @step(initial=True, next=["pay"], description="Picks an article.")
    def pick(self, article: str) -> StepResult:
        return StepResult(result=article)

    # here: R056
    @step(terminal=True, block_during=["show_stat"], description="Pays for it.")
    def pay(self) -> StepResult:
        return StepResult()
