//! `promcp-lint manifest PATH…`.

use super::check::failed;
use super::files::Files;
use super::{FAILED, OK, output};
use crate::report::{manifest, summary, table};
use crate::settings::Settings;

#[derive(clap::Args, Debug)]
pub struct Args {
    #[command(flatten)]
    files: Files,
    /// How the list is printed
    #[arg(long, value_enum, default_value_t, hide_default_value = true)]
    format: Format,
}

#[derive(Clone, Copy, Debug, Default, clap::ValueEnum)]
enum Format {
    /// One JSON object
    #[default]
    Json,
    /// A table: name, hints, parameters, estimated tokens
    Table,
}

/// # Errors
/// What was asked cannot be done.
pub fn run(args: &Args) -> Result<u8, String> {
    let outcome = args.files.judge(&mut Settings::default())?;
    output::write(|out| match args.format {
        Format::Json => manifest::write(&outcome, out),
        Format::Table => table::write(&outcome, out),
    })?;
    if outcome.summary.tools == 0 && !failed(&outcome) {
        output::note(&summary::nothing_found(&outcome));
    }
    Ok(if failed(&outcome) { FAILED } else { OK })
}
