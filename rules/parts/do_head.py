        "description": "Move one order into the archive, out of the daily lists.",
        "inputSchema": {
          "type": "object",
          "properties": {
            "order_id": {"type": "string", "description": "Number of the order"},
            "idempotency_key": {"type": "string", "minLength": 1, "description": "The same for every try of one change"}
          },
          "required": ["order_id", "idempotency_key"]
        },
        "annotations": {"readOnlyHint": False, "destructiveHint": False, "idempotentHint": True, "openWorldHint": False},
