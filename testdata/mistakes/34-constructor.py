from protomcp import action, step, tool_group, workflow, StepResult, ToolResult


@tool_group("mailer", description="Sends letters.", destructive=True)
class Mailer:
    # here: R150
    def __init__(self, host: str, port: int):
        self.host = host

    @action("send", description="Send one letter to an address.")
    def send(self, to: str) -> ToolResult:
        return ToolResult(result=self.host + to)


@workflow("order", description="Orders goods.")
class Order:
    # here: R150
    def __init__(self, *, shop):
        self.shop = shop

    @step(initial=True, terminal=True, description="Picks an article.")
    def pick(self, article: str) -> StepResult:
        return StepResult(result=article)
