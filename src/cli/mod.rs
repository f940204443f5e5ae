//! One file a verb.

mod check;
mod explain;
mod files;
mod hosts;
mod manifest;
mod output;
mod rules;

use clap::{Parser, Subcommand};

/// Exit status: nothing at the failing level.
const OK: u8 = 0;
/// Exit status: findings.
const FINDINGS: u8 = 1;
/// Exit status: could not do what was asked.
const FAILED: u8 = 2;

/// Works out the tool list that an MCP server would serve, and says where it is wrong
#[derive(Parser, Debug)]
#[command(name = "promcp-lint", version, args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
#[command(after_help = "Exit status: 0 nothing at the failing level, 1 findings, 2 could not do what was asked.\n\
    A path that is called like a command is given as ./NAME.")]
struct Cli {
    #[command(subcommand)]
    verb: Option<Verb>,
    #[command(flatten)]
    check: check::Args,
}

#[derive(Subcommand, Debug)]
enum Verb {
    /// Check servers and tool lists (the default)
    Check(check::Args),
    /// Print the tool list that a client would be served, as JSON
    Manifest(manifest::Args),
    /// Print the page of a rule
    Explain(explain::Args),
    /// List the rules
    Rules(rules::Args),
}

/// Does what the command line asks for and gives the exit status.
pub fn run() -> u8 {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(asked) => {
            // Help and version are no errors; a reader that went away is none either.
            let _ = asked.print();
            return if asked.use_stderr() { FAILED } else { OK };
        }
    };
    let done = match cli.verb.unwrap_or(Verb::Check(cli.check)) {
        Verb::Check(args) => check::run(&args),
        Verb::Manifest(args) => manifest::run(&args),
        Verb::Explain(args) => explain::run(&args),
        Verb::Rules(args) => rules::run(&args),
    };
    done.unwrap_or_else(|message| {
        output::error(&message);
        FAILED
    })
}
