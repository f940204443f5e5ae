from protomcp import step, workflow, StepResult


# here: R158
@workflow("first", description="Nothing starts it.")
class First:
    @step(next=["b"], description="The one step.")
    def a(self) -> StepResult:
        return StepResult()

    @step(terminal=True, description="The other step.")
    def b(self) -> StepResult:
        return StepResult()


@workflow("second", description="Two steps start it.")
class Second:
    @step(initial=True, next=["b"], description="The one step.")
    def a(self) -> StepResult:
        return StepResult()

    # here: R158
    @step(initial=True, terminal=True, description="The other step.")
    def b(self) -> StepResult:
        return StepResult()


@workflow("third", description="Names and ends that do not fit.")
class Third:
    # here: R158
    @step(initial=True, next=["publihs"], description="Writes a draft.")
    def draft(self) -> StepResult:
        return StepResult()

    # here: R158
    @step(terminal=True, next=[], description="Publishes it.")
    def publish(self) -> StepResult:
        return StepResult()

    @step(description="Says nothing of what comes next.")
    # here: R158
    def check(self) -> StepResult:
        return StepResult()

    # here: R158
    @step(next=["publish"], on_error={KeyError: "drafd"}, description="Reviews it.")
    def review(self) -> StepResult:
        return StepResult()
