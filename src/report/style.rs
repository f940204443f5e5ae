//! Colours, and the writer that puts them on or leaves them out.

use crate::diagnostic::Level;
use codespan_reporting::diagnostic::{LabelStyle, Severity};
use codespan_reporting::term::WriteStyle;
use std::io::{self, Write};

/// What a piece of output is; the colours follow from it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Tone {
    Error,
    Warning,
    Note,
    Good,
    Strong,
    /// Frames, line numbers, related places.
    Frame,
}

impl Tone {
    fn code(self) -> &'static str {
        match self {
            Tone::Error => "\x1b[1;31m",
            Tone::Warning => "\x1b[1;33m",
            Tone::Note => "\x1b[1;36m",
            Tone::Good => "\x1b[32m",
            Tone::Strong => "\x1b[1m",
            Tone::Frame => "\x1b[34m",
        }
    }
}

impl From<Level> for Tone {
    fn from(level: Level) -> Tone {
        match level {
            Level::Error => Tone::Error,
            Level::Warning => Tone::Warning,
            Level::Note => Tone::Note,
        }
    }
}

const RESET: &str = "\x1b[0m";

/// A writer that knows whether its reader sees colours.
pub struct Paint<'a> {
    out: &'a mut dyn Write,
    color: bool,
}

impl<'a> Paint<'a> {
    pub fn new(out: &'a mut dyn Write, color: bool) -> Self {
        Paint { out, color }
    }

    /// Writes `text`, which must be sanitised.
    pub fn put(&mut self, tone: Tone, text: &str) -> io::Result<()> {
        self.tone(tone)?;
        self.out.write_all(text.as_bytes())?;
        self.plain()
    }

    fn tone(&mut self, tone: Tone) -> io::Result<()> {
        if self.color { self.out.write_all(tone.code().as_bytes()) } else { Ok(()) }
    }

    fn plain(&mut self) -> io::Result<()> {
        if self.color { self.out.write_all(RESET.as_bytes()) } else { Ok(()) }
    }
}

impl Write for Paint<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.out.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

fn of(severity: Severity) -> Tone {
    match severity {
        Severity::Bug | Severity::Error => Tone::Error,
        Severity::Warning => Tone::Warning,
        Severity::Note | Severity::Help => Tone::Note,
    }
}

impl WriteStyle for Paint<'_> {
    fn set_header(&mut self, severity: Severity) -> io::Result<()> {
        self.tone(of(severity))
    }

    fn set_header_message(&mut self) -> io::Result<()> {
        self.plain()?;
        self.tone(Tone::Strong)
    }

    fn set_line_number(&mut self) -> io::Result<()> {
        self.tone(Tone::Frame)
    }

    fn set_note_bullet(&mut self) -> io::Result<()> {
        self.tone(Tone::Frame)
    }

    fn set_source_border(&mut self) -> io::Result<()> {
        self.tone(Tone::Frame)
    }

    fn set_label(&mut self, severity: Severity, style: LabelStyle) -> io::Result<()> {
        self.tone(if style == LabelStyle::Primary { of(severity) } else { Tone::Frame })
    }

    fn reset(&mut self) -> io::Result<()> {
        self.plain()
    }
}
