//! What an unquoted YAML scalar is: the types of YAML 1.1 as PyYAML reads them, and the numbers of YAML 1.2.

use serde_json::Number;

/// A scalar's value by its spelling.
#[derive(Debug, PartialEq)]
pub(super) enum Scalar {
    Null,
    Bool(bool),
    Number(Number),
    /// A date or a time: PyYAML makes an object of it, YAML 1.2 leaves it text.
    Date,
    /// `.inf` and `.nan`, which JSON does not have.
    NotFinite,
    Text,
}

const NULL: &[&str] = &["", "~", "null", "Null", "NULL"];
const TRUE: &[&str] = &["true", "True", "TRUE", "yes", "Yes", "YES", "on", "On", "ON"];
const FALSE: &[&str] = &["false", "False", "FALSE", "no", "No", "NO", "off", "Off", "OFF"];
const INFINITE: &[&str] = &[".inf", ".Inf", ".INF"];
const NAN: &[&str] = &[".nan", ".NaN", ".NAN"];

/// The value of a plain (unquoted, untagged) scalar.
pub(super) fn resolve(text: &str) -> Scalar {
    if NULL.contains(&text) {
        return Scalar::Null;
    }
    if text.starts_with(|c: char| c.is_ascii_digit() || "+-.".contains(c)) {
        return numeric(text);
    }
    if TRUE.contains(&text) {
        return Scalar::Bool(true);
    }
    if FALSE.contains(&text) {
        return Scalar::Bool(false);
    }
    Scalar::Text
}

fn numeric(text: &str) -> Scalar {
    let (negative, rest) = match text.as_bytes() {
        [b'-', ..] => (true, &text[1..]),
        [b'+', ..] => (false, &text[1..]),
        _ => (false, text),
    };
    if INFINITE.contains(&rest) || NAN.contains(&text) {
        return Scalar::NotFinite;
    }
    if let Some(n) = integer(rest) {
        return Scalar::Number(signed(n, negative));
    }
    if let Some(n) = sexagesimal(rest).or_else(|| float(rest)) {
        let n = if negative { -n } else { n };
        let whole = rest.contains(':') && n.fract() == 0.0 && n.abs() < 1e15;
        let number = if whole { Some((n as i64).into()) } else { Number::from_f64(n) };
        return number.map_or(Scalar::NotFinite, Scalar::Number);
    }
    if is_date(text) { Scalar::Date } else { Scalar::Text }
}

fn signed(n: u128, negative: bool) -> Number {
    let sign = if negative { "-" } else { "" };
    super::number(&format!("{sign}{n}"))
}

/// Digits of one base, `_` between them ignored; beyond 128 bits they are read as a float by the caller.
fn integer(text: &str) -> Option<u128> {
    let (base, digits) = match text.as_bytes() {
        [b'0', b'b', ..] => (2, &text[2..]),
        [b'0', b'x', ..] => (16, &text[2..]),
        [b'0', b'o', ..] => (8, &text[2..]),
        [b'0', _, ..] => (8, &text[1..]),
        [b'0'..=b'9', ..] => (10, text),
        _ => return None,
    };
    u128::from_str_radix(&digits.replace('_', ""), base).ok().filter(|_| !digits.starts_with('+'))
}

/// `1:30` is 90 in YAML 1.1: parts of base sixty.
fn sexagesimal(text: &str) -> Option<f64> {
    let (head, parts) = text.split_once(':')?;
    if !head.starts_with(|c: char| c.is_ascii_digit()) || !head.chars().all(|c| c.is_ascii_digit() || c == '_') {
        return None;
    }
    let mut value: f64 = head.replace('_', "").parse().ok()?;
    let (parts, fraction) = match parts.split_once('.') {
        Some((parts, fraction)) => (parts, Some(fraction)),
        None if head.starts_with('0') => return None,
        None => (parts, None),
    };
    for part in parts.split(':') {
        let n: u8 = part.parse().ok().filter(|n| *n < 60 && part.len() <= 2 && !part.starts_with('+'))?;
        value = value * 60.0 + f64::from(n);
    }
    match fraction {
        Some(f) if f.chars().all(|c| c.is_ascii_digit() || c == '_') => {
            Some(value + format!("0.{}", f.replace('_', "")).parse::<f64>().unwrap_or(0.0))
        }
        Some(_) => None,
        None => Some(value),
    }
}

/// A decimal number with a point or an exponent, or one with too many digits for an integer.
fn float(text: &str) -> Option<f64> {
    let has_digit = text.starts_with(|c: char| c.is_ascii_digit())
        || (text.starts_with('.') && text[1..].starts_with(|c: char| c.is_ascii_digit()));
    let shape = text.chars().all(|c| c.is_ascii_digit() || "._eE+-".contains(c));
    let octal_like = text.starts_with('0') && !text.contains(['.', 'e', 'E']) && text.len() > 1;
    if !has_digit || !shape || octal_like {
        return None;
    }
    text.replace('_', "").parse().ok()
}

/// `2026-01-31`, or with a time after it (the timestamp type of YAML 1.1).
fn is_date(text: &str) -> bool {
    let digits =
        |s: &str, min: usize, max: usize| (min..=max).contains(&s.len()) && s.bytes().all(|b| b.is_ascii_digit());
    let date_end = text.find(['T', 't', ' ', '\t']).unwrap_or(text.len());
    let (date, rest) = text.split_at(date_end);
    let parts: Vec<&str> = date.split('-').collect();
    let [year, month, day] = parts[..] else { return false };
    if rest.is_empty() {
        return digits(year, 4, 4) && digits(month, 2, 2) && digits(day, 2, 2);
    }
    if !(digits(year, 4, 4) && digits(month, 1, 2) && digits(day, 1, 2)) {
        return false;
    }
    let time = rest.strip_prefix(['T', 't']).unwrap_or(rest).trim_start_matches([' ', '\t']);
    let clock_end = time.find(|c: char| !(c.is_ascii_digit() || c == ':' || c == '.')).unwrap_or(time.len());
    let (clock, zone) = time.split_at(clock_end);
    let parts: Vec<&str> = clock.split(':').collect();
    let [hour, minute, second] = parts[..] else { return false };
    let (second, fraction) = second.split_once('.').unwrap_or((second, ""));
    let zone = zone.trim_start_matches([' ', '\t']);
    let zone_ok = match zone.strip_prefix(['+', '-']) {
        Some(offset) => {
            let (hours, minutes) = offset.split_once(':').unwrap_or((offset, "00"));
            digits(hours, 1, 2) && digits(minutes, 2, 2)
        }
        None => matches!(zone, "" | "Z"),
    };
    digits(hour, 1, 2)
        && digits(minute, 2, 2)
        && digits(second, 2, 2)
        && (fraction.is_empty() || digits(fraction, 1, fraction.len()))
        && zone_ok
}

#[cfg(test)]
mod tests {
    use super::*;

    fn number(text: &str) -> Option<f64> {
        match resolve(text) {
            Scalar::Number(n) => n.as_f64(),
            _ => None,
        }
    }

    #[test]
    fn numbers_of_both_versions() {
        let cases = [
            ("0", 0.0),
            ("-7", -7.0),
            ("+12", 12.0),
            ("1_000", 1000.0),
            ("0x1F", 31.0),
            ("0o17", 15.0),
            ("017", 15.0),
            ("0b101", 5.0),
            ("1.5", 1.5),
            (".5", 0.5),
            ("1.", 1.0),
            ("1e3", 1000.0),
            ("1.5e+3", 1500.0),
            ("1:30", 90.0),
            ("190:20:30.15", 685_230.15),
            ("123456789012345678901234567890123456789012", 1.234_567_890_123_456_8e41),
        ];
        for (text, value) in cases {
            assert_eq!(number(text), Some(value), "{text}");
        }
    }

    #[test]
    fn what_is_text_stays_text() {
        let texts = ["1.2.3", "v1", "08", "1-2", "-", "+", ".", "...", "--", "1:99", "2026-01", "2026-1-3", "y", "n"];
        for text in texts {
            assert_eq!(resolve(text), Scalar::Text, "{text}");
        }
        for text in ["12:30 in the afternoon", "2026-01-31 is a day", "1e", "0x", "é", "none", "nullable", "truey"] {
            assert_eq!(resolve(text), Scalar::Text, "{text}");
        }
    }

    #[test]
    fn dates_booleans_nulls() {
        let dates = ["2026-01-31", "2026-1-3 4:05:06", "2026-01-31T10:00:00Z", "2026-01-31 10:00:00.5 +02:00"];
        for text in dates {
            assert_eq!(resolve(text), Scalar::Date, "{text}");
        }
        assert_eq!(resolve("yes"), Scalar::Bool(true));
        assert_eq!(resolve("Off"), Scalar::Bool(false));
        assert_eq!(resolve("~"), Scalar::Null);
        assert_eq!(resolve("-.inf"), Scalar::NotFinite);
        assert_eq!(resolve(".nan"), Scalar::NotFinite);
    }
}
