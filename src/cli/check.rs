//! `promcp-lint [PATH…]`.

use super::files::{Files, pair};
use super::output::{self, Color};
use super::{FAILED, FINDINGS, OK};
use crate::check::Outcome;
use crate::codes;
use crate::diagnostic::Level;
use crate::project::{self, Stage};
use crate::report::{self, Format, summary};
use crate::rules::hosts;
use crate::settings::{Preset, Revision, Settings};

#[derive(clap::Args, Debug)]
pub struct Args {
    #[command(flatten)]
    files: Files,
    /// Which rules apply: promcp (the triad and its contracts on top of everything) or mcp (any server)
    #[arg(long, value_name = "NAME", value_parser = preset, help_heading = "Rules")]
    preset: Option<Preset>,
    /// Run only these rules: codes, prefixes (R02) or families (naming)
    #[arg(long, value_name = "CODE,…", value_delimiter = ',', help_heading = "Rules")]
    select: Vec<String>,
    /// Leave these rules out
    #[arg(long, value_name = "CODE,…", value_delimiter = ',', help_heading = "Rules")]
    ignore: Vec<String>,
    /// Set the level of a rule: error, warning, note or off (may be repeated)
    #[arg(long, value_name = "CODE=LEVEL", value_parser = pair, value_delimiter = ',', help_heading = "Rules")]
    level: Vec<(String, String)>,
    /// Tools that a server may show at once
    #[arg(long, value_name = "N", help_heading = "Rules")]
    max_tools: Option<usize>,
    /// Hosts to answer for, of those that `rules --hosts` lists; all: every one, none: none of them
    /// [default: claude,openai,vscode,cursor]
    #[arg(long, value_name = "NAME,…", value_delimiter = ',', help_heading = "Rules")]
    host: Vec<String>,
    /// Revision of MCP to answer for [default: 2025-11-25]
    #[arg(long, value_name = "REVISION", value_parser = revision, help_heading = "Rules")]
    spec: Option<Revision>,
    /// Warnings fail too
    #[arg(long, help_heading = "Result")]
    strict: bool,
    /// Finding no tool is a failure
    #[arg(long, help_heading = "Result")]
    require_tools: bool,
    /// How findings are printed
    #[arg(long, value_enum, default_value_t, hide_default_value = true, help_heading = "Result")]
    format: Format,
    /// The JSON of the reference linter; the same as --format reference
    #[arg(long, conflicts_with = "format", help_heading = "Result")]
    json: bool,
    /// Tell what could not be resolved, and why
    #[arg(long, help_heading = "Result")]
    show_unresolved: bool,
    /// When to use colours
    #[arg(long, value_enum, default_value_t, hide_default_value = true, value_name = "WHEN", help_heading = "Result")]
    color: Color,
    /// Print what a stage makes of each file
    #[arg(long, value_enum, value_name = "STAGE", hide = true)]
    dump: Option<Stage>,
}

fn preset(text: &str) -> Result<Preset, String> {
    let known = [Preset::Promcp, Preset::Mcp];
    known.into_iter().find(|p| p.name() == text).ok_or_else(|| "expected promcp or mcp".to_owned())
}

fn revision(text: &str) -> Result<Revision, String> {
    let known = Revision::ALL;
    let names = || known.map(Revision::name).join(", ");
    known.into_iter().find(|r| r.name() == text).ok_or_else(|| format!("expected one of {}", names()))
}

/// The hosts that `--host` names.
fn hosts_named(texts: &[String]) -> Result<Vec<&'static str>, String> {
    let mut out = Vec::new();
    for text in texts.iter().map(|t| t.trim()) {
        match (text, hosts::names().find(|n| n.eq_ignore_ascii_case(text))) {
            (_, Some(name)) => out.push(name),
            ("all", None) => out.extend(hosts::names()),
            ("none", None) => out.clear(),
            _ => {
                let near = codes::nearest(text, hosts::names());
                let guess = near.map_or_else(
                    || format!("known are {}", hosts::names().collect::<Vec<_>>().join(", ")),
                    |near| format!("did you mean `{near}`?"),
                );
                return Err(format!("--host: there is no host `{text}`; {guess}"));
            }
        }
    }
    Ok(out)
}

/// # Errors
/// What was asked cannot be done.
pub fn run(args: &Args) -> Result<u8, String> {
    let mut settings = args.settings()?;
    let outcome = args.files.judge(&mut settings)?;
    if let Some(stage) = args.dump {
        output::write(|out| {
            let mut files = outcome.sources.iter();
            files.try_for_each(|f| out.write_all(project::dump(stage, f, &outcome.sources, &settings).as_bytes()))
        })?;
        return Ok(if failed(&outcome) { FAILED } else { OK });
    }
    let format = args.format();
    output::write(|out| report::write(&outcome, format, args.strict, args.color.on(), out))?;
    if outcome.summary.tools == 0 && !failed(&outcome) {
        output::note(&summary::nothing_found(&outcome));
    }
    let status = status(&outcome, args);
    // The process ends: taking a large list apart would cost as much as reading it.
    std::mem::forget(outcome);
    Ok(status)
}

fn status(outcome: &Outcome, args: &Args) -> u8 {
    let summary = &outcome.summary;
    if failed(outcome) || (args.require_tools && summary.tools == 0) {
        FAILED
    } else if summary.errors > 0 || (args.strict && summary.warnings > 0) {
        FINDINGS
    } else {
        OK
    }
}

pub fn failed(outcome: &Outcome) -> bool {
    outcome.failed || !outcome.errors.is_empty()
}

impl Args {
    fn format(&self) -> Format {
        if self.json { Format::Reference } else { self.format }
    }

    fn settings(&self) -> Result<Settings, String> {
        let mut settings = Settings { preset: self.preset.unwrap_or_default(), ..Settings::default() };
        settings.select = all_codes("--select", &self.select)?;
        settings.ignore = all_codes("--ignore", &self.ignore)?;
        // Who reads the reference's JSON expects its rules; any other choice is made by name.
        if self.format() == Format::Reference && settings.select.is_empty() {
            settings.select = codes::reference().filter(|code| !settings.ignore.contains(code)).collect();
        }
        if self.show_unresolved {
            settings.levels.insert("R901", Some(Level::Note));
        }
        for (code, level) in &self.level {
            let to = match level.as_str() {
                "off" => None,
                name => Some(
                    Level::from_name(name)
                        .ok_or_else(|| format!("--level {code}={level}: expected error, warning, note or off"))?,
                ),
            };
            for code in codes::resolve(code).map_err(|why| format!("--level: {why}"))? {
                settings.levels.insert(code, to);
            }
        }
        if !self.host.is_empty() {
            settings.hosts = hosts_named(&self.host)?;
        }
        settings.spec = self.spec.unwrap_or_default();
        if let Some(max) = self.max_tools {
            settings.max_tools = max;
        }
        Ok(settings)
    }
}

fn all_codes(flag: &str, texts: &[String]) -> Result<Vec<&'static str>, String> {
    let mut out = Vec::new();
    for text in texts {
        out.extend(codes::resolve(text.trim()).map_err(|why| format!("{flag}: {why}"))?);
    }
    Ok(out)
}
