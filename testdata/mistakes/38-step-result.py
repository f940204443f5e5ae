from protomcp import step, workflow, StepResult


@workflow("order", description="Orders goods.")
class Order:
    @step(initial=True, next=["pay", "ask"], description="Picks an article.")
    def pick(self, article: str) -> StepResult:
        if article:
            # here: R158
            return StepResult(result=article, next=["pays"])
        return StepResult(result="", next=["ask"])

    @step(terminal=True, description="Asks which one.")
    def ask(self) -> StepResult:
        return StepResult()

    @step(terminal=True, description="Pays for it.")
    def pay(self) -> StepResult:
        return StepResult()
