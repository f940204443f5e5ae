"""A warehouse server that declares its tools as a list, with two mistakes in their response contracts."""

QUALITY = {"type": "string", "enum": ["good", "stale", "degraded", "error"]}
TIMESTAMP = {"type": "string", "format": "date-time"}
KEY = {"type": "string", "minLength": 1, "description": "One key for each operation; send it again on a retry."}

OBSERVES = {"readOnlyHint": True, "openWorldHint": False}
CHANGES = {"readOnlyHint": False, "destructiveHint": True, "idempotentHint": True, "openWorldHint": False}


def read_response(value):
    properties = {"value": value, "unit": {"type": ["string", "null"]}, "timestamp": TIMESTAMP, "quality": QUALITY}
    return {"type": "object", "properties": properties, "required": ["value", "timestamp", "quality"]}


def do_response(**more):
    properties = {
        "status": {"type": "string", "enum": ["success", "partial", "failed"]},
        "idempotency_key": {"type": "string", "minLength": 1},
        "side_effects": {"type": "array", "items": {"type": "string"}},
        "compensation_hint": {"type": ["string", "null"]},
        "timestamp": TIMESTAMP,
        **more,
    }
    return {"type": "object", "properties": properties}


def sku(**more):
    return {"sku": {"type": "string", "description": "Stock keeping unit, as printed on the label."}, **more}


CANDIDATE = {
    "capability": {"type": "string"},
    "source": {"type": "string"},
    "confidence": {"type": "number", "minimum": 0, "maximum": 1},
    "permission": {"type": "string", "enum": ["allowed", "requires_human_approval"]},
    "side_effects": {"type": "array", "items": {"type": "string"}},
}
BLOCKED = {
    "capability": {"type": "string"},
    "source": {"type": "string"},
    "permission": {"type": "string"},
    "reason": {"type": "string"},
}
UNROUTABLE = {
    "outcome": {"type": "string"},
    "reason": {"type": "string", "enum": ["no_producer", "requirements_unmet", "malformed_request"]},
    "detail": {"type": "string"},
}


def each(properties):
    return {"type": "array", "items": {"type": "object", "properties": properties}}


TOOLS = [
    {
        "name": "read_inventory",
        "description": "Units of one article that are in stock now.",
        "inputSchema": {"type": "object", "properties": sku(), "required": ["sku"]},
        "responseSchema": read_response({"type": "integer"}),
        "annotations": OBSERVES,
    },
    {
        "name": "read_temperature_0",
        "description": "Temperature of cold room 0, in degrees Celsius.",
        "inputSchema": {"type": "object", "properties": {}},
        "responseSchema": read_response({"type": "number"}),
        "annotations": OBSERVES,
    },
    {
        "name": "do_update_stock",
        "description": "Set the number of units of one article after a count.",
        "inputSchema": {
            "type": "object",
            "properties": sku(
                units={"type": "integer", "minimum": 0, "description": "Units that were counted."},
                idempotency_key=KEY,
            ),
            "required": ["sku", "units", "idempotency_key"],
        },
        "responseSchema": do_response(compensable={"type": "boolean"}),
        "annotations": CHANGES,
    },
    {
        "name": "do_delete_record",
        "description": "Delete the stock record of one article for good.",
        "inputSchema": {
            "type": "object",
            "properties": sku(idempotency_key=KEY),
            "required": ["sku", "idempotency_key"],
        },
        "responseSchema": do_response(),
        "annotations": CHANGES,
    },
    {
        "name": "can_do",
        "description": "Tells whether a wished change is possible now. Call it before any do tool.",
        "inputSchema": {
            "type": "object",
            "properties": {
                "intent": {
                    "type": "object",
                    "description": "What is to be achieved.",
                    "properties": {
                        "semantic_tags": {"type": "array", "items": {"type": "string"}, "minItems": 1},
                    },
                    "required": ["semantic_tags"],
                },
            },
            "required": ["intent"],
        },
        "responseSchema": {
            "type": "object",
            "properties": {
                "query_id": {"type": "string", "format": "uuid"},
                "feasible": {"type": "boolean"},
                "candidates": each(CANDIDATE),
                "blocked": each(BLOCKED),
                "unroutable": each(UNROUTABLE),
            },
        },
        "annotations": OBSERVES,
    },
]
