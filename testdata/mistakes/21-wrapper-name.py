from protomcp import tool, ToolResult



def timed(function):
    def wrapper(*args, **kwargs):
        return function(*args, **kwargs)

    return wrapper


@tool("Shows the weather of one town.", read_only=True)
@timed
# here: R160
def show_weather(town: str) -> ToolResult:
    return ToolResult(result=town)


# here: R160
tool("Repeats a text some times.", read_only=True)(lambda text="", times=1: ToolResult(result=text * times))
