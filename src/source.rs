//! Source files: bytes as they lie on disk, the UTF-8 text that is analysed, and positions in both.

use std::path::PathBuf;
use std::sync::OnceLock;

/// Index of a file in [`Sources`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct FileId(pub u32);

/// Bytes `start..end` (end exclusive) of one file's decoded text.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Span {
    pub file: FileId,
    pub start: u32,
    pub end: u32,
}

impl Span {
    pub fn new(file: FileId, start: usize, end: usize) -> Self {
        Span { file, start: start as u32, end: end as u32 }
    }

    /// The empty span at the start of a file: for findings about the file as a whole.
    pub fn file_start(file: FileId) -> Self {
        Span { file, start: 0, end: 0 }
    }

    pub fn len(self) -> usize {
        (self.end - self.start) as usize
    }

    pub fn is_empty(self) -> bool {
        self.start == self.end
    }

    /// The smallest span that holds both; `self` where they lie in different files.
    pub fn to(self, other: Span) -> Span {
        if self.file != other.file {
            return self;
        }
        Span { file: self.file, start: self.start.min(other.start), end: self.end.max(other.end) }
    }

    pub fn contains(self, other: Span) -> bool {
        self.file == other.file && self.start <= other.start && other.end <= self.end
    }
}

/// What a file is written in.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Language {
    Python,
    TypeScript,
    Rust,
    Json,
    Yaml,
}

impl Language {
    /// The word used in manifests and messages.
    pub fn name(self) -> &'static str {
        match self {
            Language::Python => "python",
            Language::TypeScript => "typescript",
            Language::Rust => "rust",
            Language::Json => "json",
            Language::Yaml => "yaml",
        }
    }

    /// A tool list as data, as opposed to source code.
    pub fn is_manifest(self) -> bool {
        matches!(self, Language::Json | Language::Yaml)
    }
}

/// How the bytes on disk spell the text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Encoding {
    Utf8,
    /// UTF-8 behind a byte order mark of three bytes.
    Utf8Bom,
    Utf16Le,
    Utf16Be,
}

/// One file. `text` never holds a byte order mark.
#[derive(Debug)]
pub struct SourceFile {
    pub id: FileId,
    /// Absolute path, symbolic links resolved. Empty for standard input without a name.
    pub path: PathBuf,
    /// Path as it is printed: relative to the working directory where it lies below it, with `/`.
    pub shown: String,
    pub text: String,
    pub encoding: Encoding,
    pub language: Language,
    lines: OnceLock<Vec<u32>>,
}

/// A place that a person can find: all 1-based, `column` in Unicode scalar values.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Position {
    pub line: usize,
    pub column: usize,
    /// 0-based byte of the file as it lies on disk.
    pub offset: usize,
}

/// Why bytes could not become text.
#[derive(Debug, PartialEq, Eq)]
pub struct DecodeError {
    /// 0-based byte of the file as it lies on disk.
    pub offset: usize,
    pub what: &'static str,
}

impl SourceFile {
    pub fn new(id: FileId, path: PathBuf, shown: String, text: String, encoding: Encoding, language: Language) -> Self {
        SourceFile { id, path, shown, text, encoding, language, lines: OnceLock::new() }
    }

    /// The whole file as a span.
    pub fn span(&self) -> Span {
        Span::new(self.id, 0, self.text.len())
    }

    /// Byte offsets at which lines start. Lines end at LF, CR LF or a lone CR, as LSP counts them.
    pub fn line_starts(&self) -> &[u32] {
        self.lines.get_or_init(|| {
            let bytes = self.text.as_bytes();
            let mut starts = vec![0];
            for i in memchr::memchr2_iter(b'\n', b'\r', bytes) {
                if bytes[i] == b'\n' || bytes.get(i + 1) != Some(&b'\n') {
                    starts.push(i as u32 + 1);
                }
            }
            starts
        })
    }

    /// 1-based line of a byte offset of the text.
    pub fn line(&self, offset: u32) -> usize {
        self.line_starts().partition_point(|&s| s <= offset)
    }

    /// Start and end (without its line end) of a 1-based line, in bytes of the text.
    pub fn line_range(&self, line: usize) -> std::ops::Range<usize> {
        let starts = self.line_starts();
        let start = starts.get(line.saturating_sub(1)).map_or(self.text.len(), |&s| s as usize);
        let end = starts.get(line).map_or(self.text.len(), |&s| s as usize);
        let end = start + self.text[start..end].trim_end_matches(['\n', '\r']).len();
        start..end
    }

    /// Where a byte offset of the text lies; an offset inside a character counts as its start.
    pub fn position(&self, offset: u32) -> Position {
        let mut at = (offset as usize).min(self.text.len());
        while !self.text.is_char_boundary(at) {
            at -= 1;
        }
        let line = self.line(at as u32);
        let start = self.line_starts()[line - 1] as usize;
        Position { line, column: self.text[start..at].chars().count() + 1, offset: self.disk_offset(at) }
    }

    /// 0-based byte on disk for a byte offset of the text.
    pub fn disk_offset(&self, at: usize) -> usize {
        match self.encoding {
            Encoding::Utf8 => at,
            Encoding::Utf8Bom => at + 3,
            Encoding::Utf16Le | Encoding::Utf16Be => 2 + 2 * self.text[..at].encode_utf16().count(),
        }
    }
}

/// Turns the bytes of a file into text: UTF-8 with or without a byte order mark, or UTF-16 with one.
///
/// # Errors
/// Bytes that are no text of either kind: the first wrong byte is named.
pub fn decode(bytes: Vec<u8>) -> Result<(String, Encoding), DecodeError> {
    match bytes.as_slice() {
        [0xEF, 0xBB, 0xBF, rest @ ..] => match std::str::from_utf8(rest) {
            Ok(text) => check_nul(text, 3).map(|()| (text.to_owned(), Encoding::Utf8Bom)),
            Err(e) => Err(DecodeError { offset: 3 + e.valid_up_to(), what: "is not UTF-8" }),
        },
        [0xFF, 0xFE, rest @ ..] => utf16(rest, u16::from_le_bytes).map(|t| (t, Encoding::Utf16Le)),
        [0xFE, 0xFF, rest @ ..] => utf16(rest, u16::from_be_bytes).map(|t| (t, Encoding::Utf16Be)),
        _ => match String::from_utf8(bytes) {
            Ok(text) => check_nul(&text, 0).map(|()| (text, Encoding::Utf8)),
            Err(e) => Err(DecodeError { offset: e.utf8_error().valid_up_to(), what: "is not UTF-8" }),
        },
    }
}

fn check_nul(text: &str, base: usize) -> Result<(), DecodeError> {
    match memchr::memchr(0, text.as_bytes()) {
        Some(at) => Err(DecodeError { offset: base + at, what: "is binary (it holds a NUL byte)" }),
        None => Ok(()),
    }
}

fn utf16(bytes: &[u8], unit: fn([u8; 2]) -> u16) -> Result<String, DecodeError> {
    let units = bytes.chunks_exact(2).map(|c| unit([c[0], c[1]]));
    let mut text = String::with_capacity(bytes.len() / 2);
    let mut offset = 2;
    for c in char::decode_utf16(units) {
        let c = c.map_err(|_| DecodeError { offset, what: "is not UTF-16" })?;
        text.push(c);
        offset += 2 * c.len_utf16();
    }
    if bytes.len() % 2 == 1 {
        return Err(DecodeError { offset, what: "is not UTF-16" });
    }
    Ok(text)
}

/// All files of a run, by id.
#[derive(Debug, Default)]
pub struct Sources {
    files: Vec<SourceFile>,
}

impl Sources {
    /// The id that the next added file must carry.
    pub fn next_id(&self) -> FileId {
        FileId(self.files.len() as u32)
    }

    pub fn add(&mut self, file: SourceFile) -> FileId {
        debug_assert_eq!(file.id, self.next_id());
        let id = file.id;
        self.files.push(file);
        id
    }

    pub fn get(&self, id: FileId) -> &SourceFile {
        &self.files[id.0 as usize]
    }

    pub fn iter(&self) -> impl Iterator<Item = &SourceFile> {
        self.files.iter()
    }

    pub fn text(&self, span: Span) -> &str {
        self.get(span.file).text.get(span.start as usize..span.end as usize).unwrap_or("")
    }

    pub fn start(&self, span: Span) -> Position {
        self.get(span.file).position(span.start)
    }

    pub fn end(&self, span: Span) -> Position {
        self.get(span.file).position(span.end)
    }
}
