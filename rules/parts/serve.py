from promcp import can_do_tool


@can_do_tool(description="Tell whether a wished action is possible now, before any do tool is called.")
def can_do(intent: dict) -> dict:
    return {"candidates": [], "blocked": [], "unroutable": []}
