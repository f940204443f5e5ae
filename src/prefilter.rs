//! A byte search that tells which files cannot matter, at a small part of the cost of parsing them.

use memchr::memmem::Finder;

/// Needles of which a file must hold at least one. One search for each needle is several times faster than
/// one automaton for all, up to some sixteen needles.
#[derive(Clone, Debug)]
pub struct Prefilter {
    finders: Vec<Finder<'static>>,
}

impl Prefilter {
    /// Prepares the search; do it once a run. Without needles nothing is ever hit.
    pub fn new(needles: &[&str]) -> Self {
        Prefilter { finders: needles.iter().map(|n| Finder::new(n.as_bytes()).into_owned()).collect() }
    }

    /// Whether any needle is in `bytes`.
    pub fn hits(&self, bytes: &[u8]) -> bool {
        self.finders.iter().any(|f| f.find(bytes).is_some())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn any_needle_is_enough() {
        let filter = Prefilter::new(&["promcp", "fastmcp"]);
        assert!(filter.hits(b"from fastmcp import FastMCP"));
        assert!(filter.hits(b"promcp"));
        assert!(!filter.hits(b"from pro mcp"));
        assert!(!filter.hits(b""));
        assert!(!Prefilter::new(&[]).hits(b"anything"));
    }
}
