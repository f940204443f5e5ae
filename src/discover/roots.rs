//! Project roots.

use std::path::{Path, PathBuf};

/// What marks the root of a project.
const MARKERS: &[&str] = &["pyproject.toml", "setup.py", "setup.cfg", "package.json", "Cargo.toml", ".git"];

/// Whether `folder` is a project of its own.
pub(super) fn is_root(folder: &Path) -> bool {
    MARKERS.iter().any(|marker| folder.join(marker).exists())
}

/// The nearest root at or above `folder`.
pub(super) fn nearest(folder: &Path) -> Option<PathBuf> {
    folder.ancestors().find(|f| is_root(f)).map(Path::to_owned)
}

/// The nearest root at or above `folder`, not above `limit`; else `limit`.
pub(super) fn nearest_within(folder: &Path, limit: &Path) -> PathBuf {
    let mut inside = folder.ancestors().take_while(|f| f.starts_with(limit));
    inside.find(|f| is_root(f)).unwrap_or(limit).to_owned()
}

/// The top of the git work tree that holds `folder`.
pub(super) fn repository(folder: &Path) -> Option<PathBuf> {
    folder.ancestors().find(|f| f.join(".git").exists()).map(Path::to_owned)
}
