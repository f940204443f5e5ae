from protomcp import step, workflow, StepResult


# here: R158
@workflow("ring", description="Goes round for ever.")
class Ring:
    @step(initial=True, next=["again"], description="Starts it.")
    def first(self) -> StepResult:
        return StepResult()

    @step(next=["again"], description="Goes on.")
    def again(self) -> StepResult:
        return StepResult()

    @step(terminal=True, description="Would end it.")
    # here: R158
    def end(self) -> StepResult:
        return StepResult()


@workflow("order", description="Orders goods.")
class Order:
    @step(initial=True, next=["pay", "wait"], description="Picks an article.")
    def pick(self, article: str) -> StepResult:
        return StepResult(result=article)

    # here: R158
    @step(next=[], description="Waits for the goods.")
    def wait(self) -> StepResult:
        return StepResult()

    @step(terminal=True, description="Pays for it.")
    def pay(self) -> StepResult:
        return StepResult()
