    {
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
      "responseSchema": {
        "type": "object",
        "properties": {
          "query_id": {"type": "string", "format": "uuid"},
          "feasible": {"type": "boolean"},
          "candidates": {
            "type": "array",
            "items": {
              "type": "object",
              "properties": {
                "capability": {"type": "string"},
                "source": {"type": "string"},
                "confidence": {"type": "number", "minimum": 0, "maximum": 1},
                "permission": {
                  "type": "string",
                  "enum": [
                    "allowed",
                    "requires_human_approval",
                    "policy_denied",
                    "rate_limited",
                    "cooldown_active",
                    "out_of_range",
                    "permission_insufficient",
                    "source_unreachable",
                    "partition_no_quorum"
                  ]
                },
                "valid_until": {"type": "string", "format": "date-time"},
                "side_effects": {"type": "array", "items": {"type": "string"}}
              }
            }
          },
          "blocked": {
            "type": "array",
            "items": {
              "type": "object",
              "properties": {
                "capability": {"type": "string"},
                "source": {"type": "string"},
                "permission": {
                  "type": "string",
                  "enum": [
                    "requires_human_approval",
                    "policy_denied",
                    "rate_limited",
                    "cooldown_active",
                    "out_of_range",
                    "permission_insufficient",
                    "source_unreachable",
                    "partition_no_quorum"
                  ]
                },
                "reason": {"type": "string"}
              }
            }
          },
          "unroutable": {
            "type": "array",
            "items": {
              "type": "object",
              "properties": {
                "outcome": {"type": "string"},
                "reason": {"type": "string", "enum": ["no_producer", "requirements_unmet", "malformed_request"]},
                "detail": {"type": "string"}
              }
            }
          }
        }
      },
      "annotations": {"readOnlyHint": True}
    },
