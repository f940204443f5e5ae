//! Parses the arguments, calls the library, turns its answer into an exit status.

use std::io::Write;
use std::process::ExitCode;

/// Reading a list is many small allocations; this halves what they cost.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    promcp_lint::guard::silence_panics();
    match promcp_lint::guard::catch(promcp_lint::cli::run) {
        Ok(status) => ExitCode::from(status),
        Err(said) => {
            let _ = writeln!(std::io::stderr(), "error: promcp-lint failed; this is a fault of its own: {said}");
            ExitCode::from(2)
        }
    }
}
