//! A fault of ours in one file must not hide another's findings.

use std::cell::RefCell;
use std::panic::{AssertUnwindSafe, catch_unwind, set_hook};

thread_local! {
    static PLACE: RefCell<String> = const { RefCell::new(String::new()) };
}

/// Keeps panics from printing anything by themselves; where they happened is remembered for [`catch`].
pub fn silence_panics() {
    set_hook(Box::new(|info| {
        let place = info.location().map_or_else(String::new, |l| format!(" ({}:{})", l.file(), l.line()));
        PLACE.with_borrow_mut(|last| *last = place);
    }));
}

/// Runs `work`.
///
/// # Errors
/// It panicked: what it said, in one line.
pub fn catch<T>(work: impl FnOnce() -> T) -> Result<T, String> {
    catch_unwind(AssertUnwindSafe(work)).map_err(|payload| {
        let said = payload
            .downcast_ref::<&str>()
            .map(|s| (*s).to_owned())
            .or_else(|| payload.downcast_ref::<String>().cloned())
            .unwrap_or_default();
        let place = PLACE.with_borrow_mut(std::mem::take);
        format!("{said}{place}").replace(['\n', '\r'], " ")
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_is_told_in_one_line() {
        assert_eq!(catch(|| 7), Ok(7));
        assert_eq!(catch(|| -> u8 { panic!("two\nlines") }), Err("two lines".to_owned()));
        assert!(catch(|| Vec::<u8>::new()[1]).unwrap_err().contains("out of bounds"));
    }
}
