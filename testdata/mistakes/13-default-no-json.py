import enum
import math
from pathlib import Path

from protomcp import tool, ToolResult


class Shade(enum.Enum):
    DARK = "dark"


@tool("Lists the files of a folder.", read_only=True)
# here: R150
def list_files(folder: Path = Path("/tmp")) -> ToolResult:
    return ToolResult(result=str(folder))


@tool("Paints a wall in a shade.", destructive=True)
# here: R150
def paint(shade: Shade = Shade.DARK) -> ToolResult:
    return ToolResult(result=shade.value)


@tool("Lists the articles up to a price.", read_only=True)
# here: R150
def list_articles(ceiling: float = math.inf) -> ToolResult:
    return ToolResult(result=str(ceiling))


@tool("Lists the articles of some kinds.", read_only=True)
# here: R150
def list_kinds(kinds: list[str] = {"new", "old"}) -> ToolResult:
    return ToolResult(result=str(kinds))
