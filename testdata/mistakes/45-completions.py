from protomcp import completion, prompt, CompletionResult, PromptArg, PromptMessage


# here: R164
@prompt("Asks for a review of code.", arguments=[PromptArg(name="language"), PromptArg("stile")])
def review(language: str, style: str = "") -> PromptMessage:
    return PromptMessage(role="user", content=language + style)


# here: R164
@completion("ref/prompt", "revue", "language")
def complete_language(value: str) -> CompletionResult:
    return CompletionResult(values=["rust"])


# here: R164
@completion("ref/prompt", "review", "langage")
def complete_other(value: str) -> CompletionResult:
    return CompletionResult(values=["rust"])
