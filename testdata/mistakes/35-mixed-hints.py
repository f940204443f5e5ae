from protomcp import action, tool_group, ToolResult


# here: R061
@tool_group("vault", description="Secrets of one user.", destructive=True)
class Vault:
    @action("delete", description="Remove a secret for good.")
    def delete(self, key: str) -> ToolResult:
        return ToolResult(result=key)

    @action("get", description="Show one secret.")
    def get(self, key: str) -> ToolResult:
        return ToolResult(result=key)
