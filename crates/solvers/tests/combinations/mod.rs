//! What the tests of options share.

/// All ways to choose one value for each option.
pub fn combinations<'a>(options: &[(&'a str, &[&'a str])]) -> Vec<Vec<(&'a str, &'a str)>> {
    options.iter().fold(vec![Vec::new()], |all, &(name, values)| {
        let with = |sets: Vec<_>| values.iter().map(move |&v| [&sets[..], &[(name, v)]].concat());
        all.into_iter().flat_map(with).collect()
    })
}
