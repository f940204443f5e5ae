//! Formats. Each is one file with one function over an [`Outcome`](crate::check::Outcome).
