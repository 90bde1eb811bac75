//! The text of a message as a `.stderr` file holds it: without what differs between machines.

use std::path::Path;

/// Paths are short, code of other files is left out, and so is the space that its line numbers take.
pub(crate) fn text(case: &str, rendered: &str) -> String {
    let lines: Vec<&str> = rendered.trim_end().lines().collect();
    let Some(width) = lines.iter().find_map(|line| Some(arrow(line)?.0)) else {
        return rendered.trim_end().to_owned() + "\n";
    };
    let is_gutter = |line: &str| {
        line.get(..width).is_some_and(|gutter| {
            gutter.trim_end().bytes().all(|byte| byte.is_ascii_digit() || byte == b' ')
        })
    };
    let own = format!("ui/{case}.rs:");
    let mut is_own = true;
    let mut kept = Vec::new();
    for line in lines {
        if let Some((_, path)) = arrow(line) {
            is_own = path.contains(&own);
            let start = &line[..line.len() - path.len()];
            kept.push(match path.find(&own) {
                Some(at) => format!("{start}{}", &path[at..]),
                None => format!("{start}{}", elsewhere(path)),
            });
        } else if is_own || !is_gutter(line) || line.get(width..width + 2) != Some(" |") {
            kept.push(without_count(line));
        }
    }
    let first = kept.iter().position(|line| arrow(line).is_some()).unwrap_or(0);
    let snippets = &mut kept[first..];
    let number = |line: &String| if is_gutter(line) { line[..width].trim().len() } else { 0 };
    let needed = snippets.iter().map(number).max().unwrap_or(0).max(1);
    for line in snippets.iter_mut().filter(|line| is_gutter(line)) {
        line.replace_range(..width - needed, "");
    }
    kept.join("\n") + "\n"
}

/// The column of the arrow and the path behind it, if the line names a place in code.
fn arrow(line: &str) -> Option<(usize, &str)> {
    let rest = line.trim_start();
    let path = rest.strip_prefix("--> ").or_else(|| rest.strip_prefix("::: "))?;
    Some((line.len() - rest.len(), path))
}

/// A file that is not the case, without the place in it.
fn elsewhere(path: &str) -> String {
    let path = path.replace('\\', "/");
    let file = path.rsplitn(3, ':').last().unwrap_or_default();
    if let Some((_, file)) = file.split_once("/library/") {
        return format!("$RUST/{file}");
    }
    if let Some((_, file)) = file.split_once("/registry/src/") {
        let file = file.split_once('/').map_or(file, |(_, file)| file);
        let (name, file) = file.split_once('/').unwrap_or((file, ""));
        let name =
            name.split_once(|first: char| first.is_ascii_digit()).map_or(name, |(name, _)| name);
        return format!("$CARGO/{name}$VERSION/{file}");
    }
    let workspace = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap_or(Path::new(""));
    let workspace = workspace.display().to_string().replace('\\', "/");
    match file.split_once(&workspace) {
        Some((_, file)) => format!("$WORKSPACE{file}"),
        None => file.to_owned(),
    }
}

/// `and 55 others` at the end of a list of types.
fn without_count(line: &str) -> String {
    let is_count = line.trim().strip_prefix("and ").is_some_and(|rest| {
        rest.strip_suffix(" others")
            .is_some_and(|count| count.bytes().all(|byte| byte.is_ascii_digit()))
    });
    if is_count {
        line.replace(|digit: char| digit.is_ascii_digit(), "").replace("  others", " $N others")
    } else {
        line.to_owned()
    }
}
