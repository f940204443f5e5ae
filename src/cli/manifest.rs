//! `promcp-lint manifest PATH…`.

use super::check::failed;
use super::files::Files;
use super::{FAILED, OK, output};
use crate::report::{manifest, summary};
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
    #[default]
    Json,
}

/// # Errors
/// What was asked cannot be done.
pub fn run(args: &Args) -> Result<u8, String> {
    let Format::Json = args.format;
    let outcome = args.files.judge(&mut Settings::default())?;
    output::write(|out| manifest::write(&outcome, out))?;
    if outcome.summary.tools == 0 && !failed(&outcome) {
        output::note(&summary::nothing_found(&outcome));
    }
    Ok(if failed(&outcome) { FAILED } else { OK })
}
