from protomcp import step, workflow, StepResult


@workflow("order", description="Orders goods.")
class Order:
    @step(initial=True, next=["pay"], description="Picks an article.")
    def pick(self, article: str) -> StepResult:
        return StepResult(result=article)

    @step(terminal=True, description="Pays for it.")
    def pay(self) -> StepResult:
        return StepResult()

    # here: R152
    def on_cancel(self, current_step, history):
        pass

    # here: R152
    def on_complete(self, history):
        pass
