//! The response schema that a registry lists, one for each category whatever the function returns.
//!
//! Source: `ToolEntry.to_dict` of promcp; `unroutable` since 0.5.2.

use super::Category;
use crate::json::Json;
use crate::link::Machine;
use crate::source::Span;
use serde_json::{Value, json};

/// The version that infers more of a signature and lists `unroutable`.
const NEW: [u32; 3] = [0, 5, 2];

/// Whether the version that serves the project is older than 0.5.2.
pub fn is_old(machine: &Machine) -> bool {
    machine.sdk_version("promcp").is_some_and(|version| older(&version))
}

fn older(version: &str) -> bool {
    let number = |part: &str| {
        part.bytes()
            .take_while(u8::is_ascii_digit)
            .fold(0u32, |n, b| n.saturating_mul(10).saturating_add(u32::from(b - b'0')))
    };
    let mut parts = version.trim_start_matches(['v', '=', '~', '^', '>', '<', ' ']).split('.').map(number);
    let version: [u32; 3] = std::array::from_fn(|_| parts.next().unwrap_or(0));
    version < NEW
}

pub const QUALITY: &[&str] = &["good", "stale", "degraded", "error"];
pub const STATUS: &[&str] = &["success", "partial", "failed"];
pub const PERMISSION: &[&str] = &[
    "allowed",
    "requires_human_approval",
    "policy_denied",
    "rate_limited",
    "cooldown_active",
    "out_of_range",
    "permission_insufficient",
    "source_unreachable",
    "partition_no_quorum",
];

pub fn schema(category: Category, old: bool, at: Span) -> Json {
    Json::from_value(&json!({"type": "object", "properties": properties(category, old)}), at)
}

/// The fields of a response and the schema of each.
pub fn properties(category: Category, old: bool) -> Value {
    let text = json!({"type": "string"});
    let texts = json!({"type": "array", "items": {"type": "string"}});
    let time = json!({"type": "string", "format": "date-time"});
    let entries = |fields: Value| json!({"type": "array", "items": {"type": "object", "properties": fields}});
    match category {
        Category::Read => json!({
            "value": {},
            "unit": {"type": ["string", "null"]},
            "timestamp": time,
            "quality": {"type": "string", "enum": QUALITY},
        }),
        Category::Do => json!({
            "status": {"type": "string", "enum": STATUS},
            "idempotency_key": text,
            "applied_value": {},
            "previous_value": {},
            "side_effects": texts,
            "compensable": {"type": "boolean"},
            "compensation_hint": {"type": ["string", "null"]},
            "timestamp": time,
        }),
        Category::CanDo => {
            let mut fields = json!({
                "query_id": {"type": "string", "format": "uuid"},
                "feasible": {"type": "boolean"},
                "candidates": entries(json!({
                    "capability": text,
                    "source": text,
                    "confidence": {"type": "number"},
                    "permission": {"type": "string", "enum": PERMISSION},
                    "valid_until": time,
                })),
                "blocked": entries(json!({"capability": text, "source": text, "permission": text, "reason": text})),
            });
            if !old && let Some(fields) = fields.as_object_mut() {
                let reason =
                    json!({"type": "string", "enum": ["no_producer", "requirements_unmet", "malformed_request"]});
                let unroutable = json!({"outcome": text, "reason": reason, "detail": text,
                    "producers_found": texts, "missing_requirements": texts});
                fields.insert("unroutable".to_owned(), entries(unroutable));
            }
            fields
        }
    }
}

#[cfg(test)]
mod tests {
    use super::older;

    #[test]
    fn versions_compare_by_number() {
        assert!(older("0.2.0") && older("0.5.1") && older("0.5"));
        assert!(!older("0.5.2") && !older("0.10.0") && !older(">=0.5.2") && !older("1"));
    }
}
