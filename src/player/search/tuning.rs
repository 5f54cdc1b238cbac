//! Temporary.
pub(super) fn tuned(at: usize, default: f32) -> f32 {
    static ALL: std::sync::OnceLock<Vec<Option<f32>>> = std::sync::OnceLock::new();
    let all = ALL.get_or_init(|| {
        let text = std::env::var("TUNE").unwrap_or_default();
        text.split(',').map(|part| part.parse().ok()).collect()
    });
    all.get(at).copied().flatten().unwrap_or(default)
}
