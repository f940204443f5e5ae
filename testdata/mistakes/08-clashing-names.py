from protomcp import action, step, tool, tool_group, workflow, StepResult, ToolResult


@tool("Shows the prices of all articles.", read_only=True)
def prices() -> ToolResult:
    return ToolResult(result="")


# here: R029
@tool_group("prices", description="Prices: show one, or list them.", strategy="union", read_only=True)
class Prices:
    @action("show")
    def show(self, article: str) -> ToolResult:
        return ToolResult(result=article)


@tool_group("stock", description="Counts of the articles.", read_only=True)
class Stock:
    @action("level", description="Count of one article.")
    def a_level(self, article: str) -> ToolResult:
        return ToolResult(result=article)

    # here: R029
    @action("level", description="Count of one article in one store.")
    def b_level(self, article: str, store: str) -> ToolResult:
        return ToolResult(result=article + store)


# here: R029
@workflow("booking", description="Books a room.")
class Booking:
    @step(initial=True, next=["cancel", "finish"], description="Picks a room.")
    def start(self, room: str) -> StepResult:
        return StepResult(result=room)

    @step(terminal=True, description="Cancels the booking.")
    def cancel(self) -> StepResult:
        return StepResult(result="")

    @step(terminal=True, description="Ends the booking.")
    def finish(self) -> StepResult:
        return StepResult(result="")
