//! Did you mean …?

/// The candidate that is most like `text`, if one is near.
pub fn nearest<'a>(text: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let text = text.to_ascii_lowercase();
    let allowed = if text.chars().count() <= 4 { 1 } else { 2 };
    candidates
        .into_iter()
        .map(|c| (strsim::osa_distance(&text, &c.to_ascii_lowercase()), c))
        .filter(|(distance, _)| *distance <= allowed)
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, c)| c)
}
