//! Sets of characters as regular expressions write them between brackets.

use serde::Deserialize;

/// `A-Za-z0-9_-`; with `^` before it all others.
#[derive(Clone, Debug, Deserialize)]
#[serde(from = "String")]
pub struct Charset {
    ranges: Vec<(char, char)>,
    others: bool,
    written: String,
}

impl Charset {
    pub fn has(&self, c: char) -> bool {
        self.ranges.iter().any(|(from, to)| (*from..=*to).contains(&c)) != self.others
    }

    pub fn as_str(&self) -> &str {
        &self.written
    }
}

impl From<String> for Charset {
    fn from(written: String) -> Self {
        let others = written.starts_with('^');
        let mut chars = written.chars().skip(usize::from(others)).peekable();
        let mut ranges = Vec::new();
        while let Some(from) = chars.next() {
            let mut ahead = chars.clone();
            match (ahead.next(), ahead.next()) {
                (Some('-'), Some(to)) => {
                    ranges.push((from, to));
                    chars = ahead;
                }
                _ => ranges.push((from, from)),
            }
        }
        Charset { ranges, others, written }
    }
}
