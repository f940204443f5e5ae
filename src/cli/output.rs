//! Where output goes: one locked, buffered writer for standard output, one line each for standard error.

use crate::report::sanitize;
use std::io::{self, BufWriter, ErrorKind, IsTerminal, Write};

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, clap::ValueEnum)]
pub enum Color {
    /// On a terminal, unless NO_COLOR or TERM=dumb is set; always with CLICOLOR_FORCE
    #[default]
    Auto,
    /// Also in files and pipes
    Always,
    /// Not at all
    Never,
}

impl Color {
    /// Whether standard output is coloured.
    pub fn on(self) -> bool {
        let set = |name: &str| std::env::var_os(name).filter(|v| !v.is_empty());
        match self {
            Color::Always => true,
            Color::Never => false,
            Color::Auto if set("NO_COLOR").is_some() => false,
            Color::Auto if set("CLICOLOR_FORCE").is_some_and(|v| v != "0") => true,
            Color::Auto => io::stdout().is_terminal() && set("TERM").is_none_or(|t| t != "dumb"),
        }
    }
}

/// Writes to standard output. A reader that has gone away has seen enough.
///
/// # Errors
/// Output that cannot be written, in words.
pub fn write(work: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> Result<(), String> {
    let mut out = BufWriter::new(io::stdout().lock());
    match work(&mut out).and_then(|()| out.flush()) {
        Err(error) if error.kind() == ErrorKind::BrokenPipe => {
            // What is still buffered would be written again when the buffer is dropped.
            let _ = out.into_parts();
            Ok(())
        }
        Err(error) => Err(format!("cannot write the output: {error}")),
        Ok(()) => Ok(()),
    }
}

pub fn error(message: &str) {
    line("error", message);
}

pub fn note(message: &str) {
    line("note", message);
}

fn line(kind: &str, message: &str) {
    let _ = writeln!(io::stderr().lock(), "{kind}: {}", sanitize::inline(message));
}
