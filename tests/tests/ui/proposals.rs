//! Every code that a help or a note proposes compiles when it is pasted into the very file.
//!
//! The messages are uniform enough for a machine to follow them. A code in backticks is one of these:
//!
//! - `#[key(…)]`, an attribute: it replaces the one of that name where the error points, or is added;
//!   "on `name`" names another field;
//! - `#[key(…)] shard: i64,`, a field: it comes before the field where the error points, and the
//!   children of the table get it, too;
//! - after "add": an argument, which the attribute gets;
//! - after "remove": an argument or an attribute, which is removed;
//! - after "did you mean": it replaces the tokens that the error points at, or the whole argument if
//!   it is `name = value` or `name(…)`;
//! - after "write" or "use": it replaces the whole argument, or the type, that the error points at;
//! - all else is quoted: the file has it as it is.
//!
//! "or" and ";" separate proposals; what else is in one sentence is done together. The result has
//! the errors that the file has without this one.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::fs;
use std::ops::Range;
use std::path::Path;

use proc_macro2::{TokenStream, TokenTree};
use serde_json::Value;
use syn::spanned::Spanned;
use syn::visit::{self, Visit};
use syn::{Attribute, Meta};

use crate::project::{Project, Rejected, first_line, read, target_folder};

#[test]
fn proposals_compile() {
    let Rejected { project: cases, messages } = Rejected::get();
    let messages_of = |case: &str| messages.get(case).map(Vec::as_slice).unwrap_or_default();
    let folder = target_folder().join("proposals");
    let _ = fs::remove_dir_all(&folder);
    let (mut wrong, mut pasted, mut quoted, mut count) = (Vec::new(), BTreeMap::new(), 0, 0);
    for case in &cases.cases {
        let source = read(&cases.source.join(format!("{case}.rs")));
        let errors = messages_of(case);
        let file = syn::parse_file(&source).expect("a case can be parsed");
        let mut items = Items::default();
        items.visit_file(&file);
        let mut variants: Vec<Variant> = Vec::new();
        for (at, error) in errors.iter().enumerate() {
            for (advice, proposal) in ours(error).iter().flat_map(|advice| {
                proposals(advice).into_iter().map(move |proposal| (advice, proposal))
            }) {
                if proposal.iter().all(|change| matches!(change, Change::Quote(_))) {
                    quoted += proposal.len();
                }
                let edits = match edits(&source, &items, place(error), &proposal) {
                    Ok(edits) if edits.is_empty() => continue,
                    Ok(edits) => edits,
                    Err(problem) => {
                        wrong.push(format!("ui/{case}.rs: {advice}\n    {problem}"));
                        continue;
                    }
                };
                if variants.iter().any(|other| edits.iter().all(|edit| other.edits.contains(edit)))
                {
                    continue;
                }
                count += 1;
                let touched: Vec<_> = edits.iter().map(|(range, _)| items.at(range)).collect();
                // Proposals for several structs are done at once: they do not depend on each other.
                let free = variants.iter_mut().find(|other| {
                    !other.done.contains(&at)
                        && !touched.iter().any(|item| other.touched.contains(item))
                });
                if let Some(variant) = free {
                    variant.edits.extend(edits);
                    variant.touched.extend(touched);
                    variant.done.push(at);
                    variant.advice.push_str(advice);
                } else {
                    let (advice, done) = (advice.clone(), vec![at]);
                    variants.push(Variant { edits, touched, done, advice });
                }
            }
        }
        if variants.is_empty() {
            continue;
        }
        write_copies(&folder, case, &source, &variants);
        pasted.insert(case.clone(), variants);
    }
    let found_now = Project::of(folder, "cases-proposals").messages();
    for (case, variants) in &pasted {
        for (at, variant) in variants.iter().enumerate() {
            let file = format!("{case}/v{at}.rs");
            let found = found_now.get(case).map(Vec::as_slice).unwrap_or_default();
            let mut found = errors_in(&file, &format!("v{at}::"), found);
            let errors = messages_of(case).iter().enumerate();
            let remaining = errors.filter(|(error, _)| !variant.done.contains(error));
            let mut expected: Vec<_> = remaining.map(|(_, error)| line(error)).collect();
            found.sort();
            expected.sort();
            if found != expected {
                wrong.push(format!("ui/{case}.rs: {}\n    {found:?} in {file}", variant.advice));
            }
        }
    }
    let files: usize = pasted.values().map(Vec::len).sum();
    println!(
        "{count} proposals pasted into {files} copies of {} cases, {quoted} sentences that only quote",
        pasted.len()
    );
    assert!(wrong.is_empty(), "{} do not compile:\n{}", wrong.len(), wrong.join("\n"));
    let is_own = std::env::var_os("SPANNER_KEYS_CASES").is_some();
    assert!(is_own || count > 350, "only {count} proposals found");
}

/// A replacement in a file.
type Edit = (Range<usize>, String);

/// A case with some proposals done.
struct Variant {
    edits: Vec<Edit>,
    /// The items that these change.
    touched: Vec<Option<usize>>,
    /// The errors that these correct.
    done: Vec<usize>,
    advice: String,
}

/// Writes a program with a copy of the case for each variant.
fn write_copies(folder: &Path, case: &str, source: &str, variants: &[Variant]) {
    fs::create_dir_all(folder.join(case)).expect("the target folder can be written");
    let mut all = String::from("#![allow(warnings)]\n");
    for (at, variant) in variants.iter().enumerate() {
        writeln!(all, "#[path = \"{case}/v{at}.rs\"] mod v{at};").expect("it can be written");
        let text = edited(source, &variant.edits).replace("crate::", &format!("crate::v{at}::"));
        fs::write(folder.join(case).join(format!("v{at}.rs")), text).expect("a file");
    }
    all.push_str("fn main() {}\n");
    fs::write(folder.join(format!("{case}.rs")), all).expect("the target folder");
}

/// The first lines of the errors in a copy. The compiler prints its module if several have a type of
/// that name.
fn errors_in(file: &str, module: &str, messages: &[Value]) -> Vec<String> {
    let of_file = messages.iter().filter(|message| {
        message["level"] == "error" && outermost(message).is_some_and(|name| name.ends_with(file))
    });
    of_file.map(|message| line(message).replace(module, "")).collect()
}

fn line(message: &Value) -> String {
    let text = message["message"].as_str().unwrap_or_default();
    first_line(&format!("error: {}", text.lines().next().unwrap_or_default()))
}

fn primary(message: &Value) -> &Value {
    message["spans"]
        .as_array()
        .and_then(|spans| spans.iter().find(|span| span["is_primary"] == true))
        .unwrap_or(&Value::Null)
}

/// The file with the outermost macro call that the error points into.
fn outermost(message: &Value) -> Option<&str> {
    let mut span = primary(message);
    while span["expansion"]["span"].is_object() {
        span = &span["expansion"]["span"];
    }
    span["file_name"].as_str()
}

/// Where the error points.
fn place(message: &Value) -> Range<usize> {
    let byte = |name| primary(message)[name].as_u64().and_then(|byte| usize::try_from(byte).ok());
    byte("byte_start").unwrap_or_default()..byte("byte_end").unwrap_or_default()
}

/// The helps and notes that we wrote: lines of the message, and the notes of `on_unimplemented`.
fn ours(message: &Value) -> Vec<String> {
    if message["message"].as_str().is_some_and(|text| text.starts_with("cannot find attribute")) {
        // An error of rustc's without a code.
        return Vec::new();
    }
    let of_rustc = ["E0277", "E0080"];
    if let Some(code) = message["code"]["code"].as_str()
        && !of_rustc.contains(&code)
    {
        return Vec::new();
    }
    let text = message["message"].as_str().unwrap_or_default().lines().skip(1);
    let lines = text.filter_map(|line| line.split_once(": ")).map(|(_, advice)| advice.to_owned());
    let children = message["children"].as_array().into_iter().flatten();
    let notes = children
        .filter(|child| {
            child["level"] == "note" && child["spans"].as_array().is_none_or(Vec::is_empty)
        })
        .filter_map(|child| child["message"].as_str())
        .filter(|note| {
            !note.starts_with("this error originates") && !note.starts_with("required for")
        });
    let all = lines.chain(notes.map(str::to_owned));
    all.filter(|advice| !advice.starts_with("for more about this rule, ")).collect()
}

#[derive(Clone, Debug, PartialEq)]
enum Change {
    Attribute(String),
    Field(String),
    Add(String),
    Remove(String),
    Write(String),
    Mean(String),
    Quote(String),
    /// The field that the attribute before it is for.
    On(String),
}

/// What the sentence proposes: each inner list is done at once.
fn proposals(advice: &str) -> Vec<Vec<Change>> {
    const VERBS: [&str; 5] = ["add", "remove", "write", "use", "did you mean"];
    let pieces: Vec<&str> = advice.split('`').collect();
    let mut groups: Vec<Vec<Change>> = vec![Vec::new()];
    let mut verb = None;
    for pair in pieces.chunks_exact(2) {
        let (before, code) = (pair[0], pair[1].to_owned());
        let separate = before.contains(';') || format!("{before} ").contains(" or ");
        if separate && groups.last().is_some_and(|group| !group.is_empty()) {
            groups.push(Vec::new());
        }
        let words = format!(" {} ", before.replace([',', ':', ';'], " "));
        let here = VERBS
            .iter()
            .filter_map(|verb| Some((words.rfind(&format!(" {verb} "))?, *verb)))
            .max()
            .map(|(_, verb)| verb);
        let is_list = ["", "and", "or", ",", ", or", ", and"].contains(&before.trim());
        verb = here.or(verb.filter(|_| is_list));
        let change = match verb {
            Some("remove") => Change::Remove(code),
            _ if code.starts_with("#[") && code.ends_with(']') => Change::Attribute(code),
            _ if code.starts_with("#[") => Change::Field(code),
            _ if before == " on " => Change::On(code),
            Some("add") => Change::Add(code),
            Some("did you mean") => Change::Mean(code),
            Some(_) => Change::Write(code),
            None => Change::Quote(code),
        };
        groups.last_mut().expect("there is one from the start").push(change);
    }
    groups.retain(|group| !group.is_empty());
    groups
}

/// A struct or an enum, with what has attributes in it.
struct Item {
    name: String,
    range: Range<usize>,
    attributes: Vec<Attr>,
    members: Vec<Member>,
}

impl Item {
    fn is_interleaved_in(&self, table: &str) -> bool {
        self.attributes.iter().any(|attr| {
            attr.name == "interleave"
                && attr.arguments.first().is_some_and(|parent| parent.name == table)
        })
    }
}

struct Member {
    name: String,
    range: Range<usize>,
    attributes: Vec<Attr>,
}

struct Attr {
    name: String,
    range: Range<usize>,
    /// Where an argument can be added, and what comes before it.
    end: (usize, &'static str, &'static str),
    arguments: Vec<Argument>,
}

struct Argument {
    name: String,
    range: Range<usize>,
    inner: Vec<Self>,
}

#[derive(Default)]
struct Items(Vec<Item>);

impl Items {
    /// The item that contains this place.
    fn at(&self, place: &Range<usize>) -> Option<usize> {
        self.0.iter().position(|item| (item.range.start..=item.range.end).contains(&place.start))
    }
}

impl<'ast> Visit<'ast> for Items {
    fn visit_item_struct(&mut self, item: &'ast syn::ItemStruct) {
        let members = item
            .fields
            .iter()
            .map(|field| member(field.ident.as_ref(), &field.attrs, field.span()))
            .collect();
        self.0.push(Item {
            name: item.ident.to_string(),
            range: item.span().byte_range(),
            attributes: attributes(&item.attrs),
            members,
        });
        visit::visit_item_struct(self, item);
    }

    fn visit_item_enum(&mut self, item: &'ast syn::ItemEnum) {
        let members = item
            .variants
            .iter()
            .map(|variant| member(Some(&variant.ident), &variant.attrs, variant.span()))
            .collect();
        self.0.push(Item {
            name: item.ident.to_string(),
            range: item.span().byte_range(),
            attributes: attributes(&item.attrs),
            members,
        });
        visit::visit_item_enum(self, item);
    }
}

fn member(name: Option<&syn::Ident>, attrs: &[Attribute], span: proc_macro2::Span) -> Member {
    let name = name.map(ToString::to_string).unwrap_or_default();
    Member { name, range: span.byte_range(), attributes: attributes(attrs) }
}

fn attributes(attrs: &[Attribute]) -> Vec<Attr> {
    attrs
        .iter()
        .map(|attr| {
            let range = attr.span().byte_range();
            let (end, tokens) = match &attr.meta {
                Meta::List(list) => {
                    let comma = if list.tokens.is_empty() { "" } else { ", " };
                    (
                        (list.delimiter.span().close().byte_range().start, comma, ""),
                        list.tokens.clone(),
                    )
                }
                _ => ((range.end - 1, "(", ")"), TokenStream::new()),
            };
            let name = attr.path().segments.last().map(|last| last.ident.to_string());
            Attr { name: name.unwrap_or_default(), range, end, arguments: arguments(tokens) }
        })
        .collect()
}

/// The arguments between commas.
fn arguments(tokens: TokenStream) -> Vec<Argument> {
    let mut all: Vec<Vec<TokenTree>> = vec![Vec::new()];
    for token in tokens {
        match &token {
            TokenTree::Punct(mark) if mark.as_char() == ',' => all.push(Vec::new()),
            _ => all.last_mut().expect("there is one from the start").push(token),
        }
    }
    all.iter()
        .filter_map(|tokens| {
            let (first, last) = (tokens.first()?, tokens.last()?);
            let inner = tokens.iter().filter_map(|token| match token {
                TokenTree::Group(group) => Some(arguments(group.stream())),
                _ => None,
            });
            Some(Argument {
                name: first.to_string(),
                range: first.span().byte_range().start..last.span().byte_range().end,
                inner: inner.flatten().collect(),
            })
        })
        .collect()
}

/// The arguments around a place, the outermost first.
fn around<'a>(arguments: &'a [Argument], place: &Range<usize>) -> Vec<&'a Argument> {
    let found = arguments
        .iter()
        .find(|argument| argument.range.start <= place.start && place.end <= argument.range.end);
    found.map_or_else(Vec::new, |argument| {
        let mut all = vec![argument];
        all.extend(around(&argument.inner, place));
        all
    })
}

fn all_arguments<'a>(arguments: &'a [Argument], all: &mut Vec<&'a Argument>) {
    for argument in arguments {
        all.push(argument);
        all_arguments(&argument.inner, all);
    }
}

/// The edits for these changes; none if they only quote the file.
fn edits(
    source: &str,
    items: &Items,
    place: Range<usize>,
    changes: &[Change],
) -> Result<Vec<Edit>, String> {
    let contains = |range: &Range<usize>| range.start <= place.start && place.start < range.end;
    let item = items.0.iter().find(|item| contains(&item.range));
    let member = item.and_then(|item| item.members.iter().find(|member| contains(&member.range)));
    let near: Vec<&Attr> = match (item, member) {
        (Some(_), Some(member)) => member.attributes.iter().collect(),
        (Some(item), None) => item.attributes.iter().collect(),
        _ => Vec::new(),
    };
    let at = near.iter().copied().find(|attr| contains(&attr.range));
    let mut edits: Vec<Edit> = Vec::new();
    for (position, change) in changes.iter().enumerate() {
        let edit = match change {
            Change::On(_) => continue,
            Change::Quote(code) => {
                let plain = |text: &str| text.split_whitespace().collect::<String>();
                if !plain(source).contains(&plain(code)) {
                    return Err(format!("`{code}` is neither a proposal nor in the file"));
                }
                continue;
            }
            Change::Attribute(code) => {
                let name: String = code[2..]
                    .chars()
                    .take_while(|letter| letter.is_alphanumeric() || *letter == '_')
                    .collect();
                let item = item.ok_or("the error is outside of the items")?;
                let on = changes.get(position + 1).and_then(|next| match next {
                    Change::On(name) => item.members.iter().find(|member| member.name == *name),
                    _ => None,
                });
                let of_struct = !["key", "column"].contains(&name.as_str());
                let member = on.or(member.filter(|_| !of_struct));
                let near: Vec<&Attr> =
                    member.map_or(&item.attributes, |member| &member.attributes).iter().collect();
                let is_near = |attr: &&Attr| near.iter().any(|other| std::ptr::eq(*other, *attr));
                let same = at.filter(|attr| attr.name == name).filter(is_near).or_else(|| {
                    let repeats = ["index", "foreign_key", "check"].contains(&name.as_str());
                    near.iter().copied().find(|attr| attr.name == name && !repeats)
                });
                // After `derive`, which introduces the others.
                let last = item.attributes.last().map_or(item.range.start, |last| last.range.end);
                let start = member.map_or(last, |member| member.range.start);
                same.map_or_else(
                    || (start..start, format!(" {code} ")),
                    |attr| (attr.range.clone(), code.clone()),
                )
            }
            Change::Field(code) => {
                let item = item.ok_or("the error is outside of the items")?;
                let member = member.or(item.members.first()).ok_or("the struct has no fields")?;
                let (_, field) = code.split_once("] ").ok_or("the field has no name")?;
                for child in items.0.iter().filter(|child| child.is_interleaved_in(&item.name)) {
                    let start =
                        child.members.first().map_or(child.range.end, |first| first.range.start);
                    edits.push((start..start, format!("#[key(parent)] {field} ")));
                }
                (member.range.start..member.range.start, format!("{code} "))
            }
            Change::Add(code) => {
                let attr = at.ok_or("the error is outside of the attributes")?;
                let (end, before, after) = attr.end;
                match attr.arguments.iter().find(|argument| argument.name == head(code)) {
                    Some(same) => (same.range.clone(), code.clone()),
                    None => (end..end, format!("{before}{code}{after}")),
                }
            }
            Change::Remove(code) => removal(source, &place, &near, code)?,
            Change::Write(code) | Change::Mean(code) => {
                let whole = matches!(change, Change::Write(_))
                    || (1..code.len()).contains(&head(code).len());
                let around = at.map_or_else(Vec::new, |attr| around(&attr.arguments, &place));
                let same = around.iter().find(|argument| argument.name == head(code));
                match same.or(around.last()).filter(|_| whole) {
                    Some(argument) => (argument.range.clone(), code.clone()),
                    None => (place.clone(), code.clone()),
                }
            }
        };
        edits.push(edit);
    }
    Ok(edits)
}

fn edited(source: &str, edits: &[Edit]) -> String {
    let mut edits: Vec<_> = edits.iter().collect();
    edits.sort_by_key(|(range, _)| std::cmp::Reverse(range.start));
    let mut text = source.to_owned();
    for (range, replacement) in edits {
        text.replace_range(range.clone(), replacement);
    }
    text
}

/// The edit that removes an argument or an attribute near the place.
fn removal(source: &str, place: &Range<usize>, near: &[&Attr], code: &str) -> Result<Edit, String> {
    let contains = |attr: &Attr| attr.range.contains(&place.start);
    let whole =
        |attr: &&&Attr| source[attr.range.clone()] == *code || contains(attr) && attr.name == code;
    if let Some(attr) = near.iter().find(whole) {
        return Ok((attr.range.clone(), String::new()));
    }
    let mut all = Vec::new();
    for attr in near.iter().filter(|attr| contains(attr)).chain(near) {
        let mut inside = around(&attr.arguments, place);
        inside.reverse();
        all.extend(inside);
        all_arguments(&attr.arguments, &mut all);
    }
    let named =
        |argument: &&&Argument| argument.name == code || source[argument.range.clone()] == *code;
    match all.iter().find(named) {
        Some(argument) => Ok(without(source, &argument.range)),
        None if source[place.clone()].contains(code) => {
            Ok((place.clone(), source[place.clone()].replacen(code, "", 1)))
        }
        None => Err(format!("there is no `{code}` to remove")),
    }
}

/// The name in `name = value` and `name(…)`.
fn head(code: &str) -> &str {
    let end = code.find(|letter: char| !letter.is_alphanumeric() && letter != '_');
    &code[..end.unwrap_or(code.len())]
}

/// The range of an argument with one of the commas around it.
fn without(source: &str, range: &Range<usize>) -> Edit {
    let after = source[range.end..].len() - source[range.end..].trim_start().len() + range.end;
    if source[after..].starts_with(',') {
        return (range.start..after + 1, String::new());
    }
    let before = source[..range.start].trim_end().len();
    let start = if source[..before].ends_with(',') { before - 1 } else { range.start };
    (start..range.end, String::new())
}
