//! Text with the places where its characters are written.
//!
//! A string literal holds escapes, may be joined of several pieces, dedented, or built from constants of
//! other files. A finding must still point at the very characters, so text carries where each piece of
//! it lies.

use crate::source::Span;
use std::ops::Range;
use std::sync::Arc;

/// One run of characters that comes from one place of one file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Piece {
    /// Byte of the decoded text at which this piece starts; it ends where the next one does.
    pub at: u32,
    /// Where it is written. As long as the decoded piece: written just so. Else: an escape, or something
    /// that cannot be mapped character by character.
    pub span: Span,
}

#[derive(Clone, Debug)]
enum Pieces {
    One(Span),
    Many(Arc<[Piece]>),
}

/// Immutable text and its origin; cheap to clone.
#[derive(Clone, Debug)]
pub struct Text {
    value: Arc<str>,
    pieces: Pieces,
}

impl Text {
    /// Text that is written in one piece. Where `span` is as long as the text, characters map one to one.
    pub fn new(value: impl Into<Arc<str>>, span: Span) -> Self {
        Text { value: value.into(), pieces: Pieces::One(span) }
    }

    /// Text from pieces in order; `pieces[0].at` is 0. Without pieces the whole is at `fallback`.
    pub fn from_pieces(value: impl Into<Arc<str>>, pieces: Vec<Piece>, fallback: Span) -> Self {
        let pieces = match pieces.as_slice() {
            [] => Pieces::One(fallback),
            [one] => Pieces::One(one.span),
            _ => Pieces::Many(pieces.into()),
        };
        Text { value: value.into(), pieces }
    }

    pub fn as_str(&self) -> &str {
        &self.value
    }

    pub fn shared(&self) -> Arc<str> {
        self.value.clone()
    }

    pub fn is_empty(&self) -> bool {
        self.value.is_empty()
    }

    /// The place of the whole text: from its first to its last piece, as far as they lie in the first file.
    pub fn span(&self) -> Span {
        match &self.pieces {
            Pieces::One(span) => *span,
            Pieces::Many(pieces) => pieces.iter().skip(1).fold(pieces[0].span, |all, p| all.to(p.span)),
        }
    }

    /// The smallest known place of the decoded bytes `range`.
    pub fn span_of(&self, range: Range<usize>) -> Span {
        let start = self.place(range.start, false);
        if range.end <= range.start {
            return Span { end: start.start, ..start };
        }
        let end = self.place(range.end, true);
        if start.file == end.file && start.start <= end.end { Span { end: end.end, ..start } } else { start.to(end) }
    }

    /// The place of the character that starts (or, for `end`, that ends) at `at`: empty where characters map
    /// one to one, else that of the whole piece.
    fn place(&self, at: usize, end: bool) -> Span {
        let (piece_at, piece_len, span) = match &self.pieces {
            Pieces::One(span) => (0, self.value.len(), *span),
            Pieces::Many(pieces) => {
                let i =
                    pieces.partition_point(|p| if end { (p.at as usize) < at } else { p.at as usize <= at }).max(1) - 1;
                let next = pieces.get(i + 1).map_or(self.value.len(), |p| p.at as usize);
                (pieces[i].at as usize, next - pieces[i].at as usize, pieces[i].span)
            }
        };
        if span.len() != piece_len {
            return span;
        }
        let here = span.start + (at - piece_at).min(piece_len) as u32;
        Span { start: here, end: here, ..span }
    }

    /// Pieces in order, the single piece included.
    pub fn pieces(&self) -> Vec<Piece> {
        match &self.pieces {
            Pieces::One(span) => vec![Piece { at: 0, span: *span }],
            Pieces::Many(pieces) => pieces.to_vec(),
        }
    }

    /// The text of the decoded bytes `range`, with its places. `range` must lie on character boundaries.
    pub fn slice(&self, range: Range<usize>) -> Text {
        if range == (0..self.value.len()) {
            return self.clone();
        }
        let mut out = TextBuilder::default();
        out.push_slice(self, range.clone());
        out.finish(self.span_of(range))
    }

    pub fn concat<'a>(parts: impl IntoIterator<Item = &'a Text>, fallback: Span) -> Text {
        let mut out = TextBuilder::default();
        for part in parts {
            out.push_slice(part, 0..part.value.len());
        }
        out.finish(fallback)
    }
}

/// Collects text piece by piece.
#[derive(Clone, Default, Debug)]
pub struct TextBuilder {
    value: String,
    pieces: Vec<Piece>,
}

impl TextBuilder {
    /// Appends `text`, written at `span`.
    pub fn push(&mut self, text: &str, span: Span) {
        if text.is_empty() {
            return;
        }
        self.pieces.push(Piece { at: self.value.len() as u32, span });
        self.value.push_str(text);
    }

    /// Appends a part of another text with its places.
    pub fn push_slice(&mut self, text: &Text, range: Range<usize>) {
        if range == (0..text.value.len()) && !range.is_empty() {
            let base = self.value.len() as u32;
            match &text.pieces {
                Pieces::One(span) => self.pieces.push(Piece { at: base, span: *span }),
                Pieces::Many(pieces) => {
                    self.pieces.extend(pieces.iter().map(|p| Piece { at: base + p.at, span: p.span }));
                }
            }
            self.value.push_str(&text.value);
            return;
        }
        for (i, piece) in text.pieces().iter().enumerate() {
            let end = match &text.pieces {
                Pieces::Many(pieces) => pieces.get(i + 1).map_or(text.value.len(), |p| p.at as usize),
                Pieces::One(_) => text.value.len(),
            };
            let from = range.start.max(piece.at as usize);
            let to = range.end.min(end);
            if from < to {
                self.push(&text.value[from..to], text.span_of(from..to));
            }
        }
    }

    pub fn as_str(&self) -> &str {
        &self.value
    }

    pub fn finish(self, fallback: Span) -> Text {
        Text::from_pieces(self.value, self.pieces, fallback)
    }
}

/// The candidate that is most like `text`, if one is near.
pub fn nearest<'a>(text: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let text = text.to_ascii_lowercase();
    let allowed = if text.chars().count() <= 4 { 1 } else { 2 };
    candidates
        .into_iter()
        .map(|c| (strsim::osa_distance(&text, &c.to_ascii_lowercase()), c))
        .filter(|(distance, _)| *distance <= allowed)
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, c)| c)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::FileId;

    fn span(start: usize, end: usize) -> Span {
        Span::new(FileId(0), start, end)
    }

    #[test]
    fn characters_map_through_escapes_and_joins() {
        let mut b = TextBuilder::default();
        b.push("ab", span(10, 12));
        b.push("\n", span(12, 14));
        b.push("cd", span(20, 22));
        let t = b.finish(span(0, 0));
        assert_eq!(t.span_of(0..1), span(10, 11));
        assert_eq!(t.span_of(1..2), span(11, 12));
        assert_eq!(t.span_of(2..3), span(12, 14));
        assert_eq!(t.span_of(3..5), span(20, 22));
        assert_eq!(t.span_of(1..4), span(11, 21));
        assert_eq!(t.span_of(0..1), span(10, 11));
        assert_eq!(Text::new("abcd", span(5, 9)).span_of(1..2), span(6, 7));
        let s = t.slice(1..4);
        assert_eq!(s.as_str(), "b\nc");
        assert_eq!(s.span_of(2..3), span(20, 21));
        assert_eq!(t.span(), span(10, 22));
    }
}
