from protomcp import tool, ToolResult



class Ledger:
    @tool("Shows the balance of one account.", read_only=True)
    # here: R152
    def show_balance(self, account: str) -> ToolResult:
        return ToolResult(result=account)

    @staticmethod
    @tool("Shows the currency of one account.", read_only=True)
    def show_currency(account: str) -> ToolResult:
        return ToolResult(result=account)
