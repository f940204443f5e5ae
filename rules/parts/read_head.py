        "description": "Water level of one storage tank, in litres.",
        "inputSchema": {
          "type": "object",
          "properties": {"tank": {"type": "string", "description": "Name of the tank"}},
          "required": ["tank"]
        },
        "annotations": {"readOnlyHint": True, "openWorldHint": False},
