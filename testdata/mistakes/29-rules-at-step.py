from protomcp import step, workflow, StepResult


@workflow("order", description="Orders goods.")
class Order:
    # here: R157
    @step(initial=True, next=["pay"], requires=["article"], description="Picks an article.")
    def pick(self, article: str) -> StepResult:
        return StepResult(result=article)

    @step(terminal=True, description="Pays for it.")
    def pay(self) -> StepResult:
        return StepResult(result="")
