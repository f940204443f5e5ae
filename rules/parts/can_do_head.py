        "name": "can_do",
        "description": "Tell whether a wished action is possible now, before any do tool is called.",
        "inputSchema": {
          "type": "object",
          "properties": {
            "intent": {
              "type": "object",
              "description": "What is wished, in tags",
              "properties": {"semantic_tags": {"type": "array", "items": {"type": "string"}, "minItems": 1}},
              "required": ["semantic_tags"]
            }
          },
          "required": ["intent"]
        },
        "annotations": {"readOnlyHint": True},
