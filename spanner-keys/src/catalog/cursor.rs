//! A position in the tokens of one statement, and what every clause is made of.

use super::lex::{Token, TokenKind};
use super::syntax::misspelt;
use super::{ObjectName, SourceSpan};
use crate::dialect::Dialect;

/// Why a statement cannot be read.
#[derive(Debug)]
pub(super) struct SyntaxError {
    pub(super) message: String,
    pub(super) start: usize,
    pub(super) end: usize,
}

impl SyntaxError {
    /// An error at a token.
    pub(super) fn at(token: &Token<'_>, message: &str) -> Self {
        Self { message: message.to_owned(), start: token.start, end: token.end() }
    }

    /// The error of a token that is nearly a keyword.
    pub(super) fn unknown_word(token: &Token<'_>, meant: &str) -> Self {
        Self::at(token, &format!("unknown word `{}`, did you mean `{meant}`?", token.text))
    }
}

pub(super) type Parsed<T> = Result<T, SyntaxError>;

/// Tokens whose meaning is not needed: an expression, or the value of an option.
pub(super) type Tokens<'t> = &'t [Token<'t>];

#[derive(Clone, Copy)]
pub(super) struct Cursor<'t> {
    tokens: Tokens<'t>,
    at: usize,
    pub(super) dialect: Dialect,
    source: usize,
}

impl<'t> Cursor<'t> {
    pub(super) const fn new(tokens: Tokens<'t>, dialect: Dialect, source: usize) -> Self {
        Self { tokens, at: 0, dialect, source }
    }

    /// The same place in a part of the statement.
    pub(super) const fn within(self, tokens: Tokens<'t>) -> Self {
        Self { tokens, at: 0, ..self }
    }

    pub(super) fn peek(&self) -> Option<&'t Token<'t>> {
        self.tokens.get(self.at)
    }

    pub(super) fn peek_after(&self, count: usize) -> Option<&'t Token<'t>> {
        self.tokens.get(self.at + count)
    }

    pub(super) fn rest(&self) -> Tokens<'t> {
        &self.tokens[self.at..]
    }

    pub(super) const fn is_done(&self) -> bool {
        self.at >= self.tokens.len()
    }

    pub(super) fn bump(&mut self) -> Option<&'t Token<'t>> {
        let token = self.peek();
        self.at += usize::from(token.is_some());
        token
    }

    /// Whether these keywords come next.
    pub(super) fn sees(&self, keywords: &[&str]) -> bool {
        let mut pairs = keywords.iter().enumerate();
        pairs.all(|(place, word)| self.peek_after(place).is_some_and(|token| token.is(word)))
    }

    /// Moves past these keywords, if they come next.
    pub(super) fn eat(&mut self, keywords: &[&str]) -> bool {
        let sees = self.sees(keywords);
        if sees {
            self.at += keywords.len();
        }
        sees
    }

    pub(super) fn sees_mark(&self, mark: &str) -> bool {
        self.peek().is_some_and(|token| token.is_mark(mark))
    }

    pub(super) fn eat_mark(&mut self, mark: &str) -> bool {
        let sees = self.sees_mark(mark);
        self.at += usize::from(sees);
        sees
    }

    pub(super) fn keywords(&mut self, keywords: &[&str]) -> Parsed<()> {
        for keyword in keywords {
            if !self.eat(&[keyword]) {
                return Err(self.expected(&format!("`{keyword}`")));
            }
        }
        Ok(())
    }

    pub(super) fn expect_mark(&mut self, mark: &str) -> Parsed<()> {
        if self.eat_mark(mark) { Ok(()) } else { Err(self.expected(&format!("`{mark}`"))) }
    }

    /// The statement ends here.
    pub(super) fn expect_end(&self) -> Parsed<()> {
        if self.is_done() { Ok(()) } else { Err(self.expected("the end of the statement")) }
    }

    /// The error at the next token, or at the end of the statement.
    pub(super) fn expected(&self, what: &str) -> SyntaxError {
        let (start, end, found) = match (self.peek(), self.tokens.last()) {
            (Some(token), _) => (token.start, token.end(), format!("`{}`", token.text)),
            (None, Some(last)) => (last.start, last.end(), "the end of the statement".to_owned()),
            (None, None) => (0, 0, "the end of the statement".to_owned()),
        };
        SyntaxError { message: format!("expected {what}, found {found}"), start, end }
    }

    /// The error at the next token, where one of these keywords may be meant.
    pub(super) fn expected_clause(&self, what: &str, keywords: &[&str]) -> SyntaxError {
        let mut error = self.expected(what);
        let word = self.peek().filter(|token| token.kind == TokenKind::Word);
        if let Some(meant) = word.and_then(|word| misspelt(word.text, keywords.iter().copied())) {
            error.message = format!("{}, did you mean `{meant}`?", error.message);
        }
        error
    }

    pub(super) const fn span(&self, token: &Token<'_>) -> SourceSpan {
        SourceSpan { source: self.source, start: token.start, end: token.end() }
    }

    pub(super) fn name(&mut self) -> Parsed<&'t Token<'t>> {
        match self.peek() {
            Some(token) if token.is_name() => {
                self.at += 1;
                Ok(token)
            }
            _ => Err(self.expected("a name")),
        }
    }

    /// A name, with a schema or without.
    pub(super) fn path(&mut self) -> Parsed<(ObjectName, SourceSpan)> {
        let mut token = self.name()?;
        let mut name = token.name(self.dialect);
        let mut schema: Option<String> = None;
        let start = token.start;
        while self.eat_mark(".") {
            token = self.name()?;
            let before = std::mem::replace(&mut name, token.name(self.dialect));
            schema = Some(schema.map_or(before.clone(), |schema| format!("{schema}.{before}")));
        }
        // PostgreSQL's default schema has a name, and clients write it.
        let schema =
            schema.filter(|schema| self.dialect == Dialect::GoogleSql || schema != "public");
        let span = SourceSpan { source: self.source, start, end: token.end() };
        Ok((ObjectName { schema, name }, span))
    }

    /// The table that a statement is about. PostgreSQL's `ONLY` leaves out the tables that inherit
    /// from it, which Spanner does not have.
    pub(super) fn table(&mut self) -> Parsed<(ObjectName, SourceSpan)> {
        if self.dialect == Dialect::PostgreSql
            && self.sees(&["ONLY"])
            && self.peek_after(1).is_some_and(Token::is_name)
        {
            self.at += 1;
        }
        self.path()
    }

    pub(super) fn number(&mut self) -> Parsed<i64> {
        let mut ahead = *self;
        let sign = if ahead.eat_mark("-") { "-" } else { "" };
        let value = ahead.bump().filter(|token| token.kind == TokenKind::Number);
        let value = value.and_then(|token| {
            let hex = token.text.strip_prefix("0x").or_else(|| token.text.strip_prefix("0X"));
            match hex {
                Some(digits) => i64::from_str_radix(&format!("{sign}{digits}"), 16).ok(),
                None => format!("{sign}{}", token.text).parse().ok(),
            }
        });
        let value = value.ok_or_else(|| self.expected("a number"))?;
        *self = ahead;
        Ok(value)
    }

    /// Moves past a bracket that opens and all that it holds, or past another token. The brackets of
    /// a statement are in pairs: see [`unpaired`].
    pub(super) fn one(&mut self) {
        let mut depth = 0_usize;
        while let Some(token) = self.bump() {
            if partner(token).is_some() {
                depth += 1;
            } else if closes(token) {
                depth = depth.saturating_sub(1);
            }
            if depth == 0 {
                break;
            }
        }
    }

    /// What is between the parenthesis that comes next and its partner.
    pub(super) fn parentheses(&mut self) -> Parsed<Tokens<'t>> {
        if !self.sees_mark("(") {
            return Err(self.expected("`(`"));
        }
        let start = self.at;
        self.one();
        Ok(&self.tokens[start + 1..self.at - 1])
    }

    /// Everything up to a comma outside brackets, or to a token that `stops`.
    pub(super) fn until(&mut self, stops: impl Fn(&Self) -> bool) -> Tokens<'t> {
        let start = self.at;
        while let Some(token) = self.peek() {
            if token.is_mark(",") || closes(token) || stops(self) {
                break;
            }
            self.one();
        }
        &self.tokens[start..self.at]
    }

    /// The items of a list in parentheses. A comma may follow the last one.
    pub(super) fn list<T>(
        &mut self,
        mut item: impl FnMut(&mut Self) -> Parsed<T>,
    ) -> Parsed<Vec<T>> {
        self.expect_mark("(")?;
        let mut items = Vec::new();
        while !self.eat_mark(")") {
            items.push(item(self)?);
            if !self.eat_mark(",") && !self.sees_mark(")") {
                return Err(self.expected("`,` or `)`"));
            }
        }
        Ok(items)
    }

    /// Names of columns in parentheses.
    pub(super) fn columns(&mut self) -> Parsed<Vec<&'t Token<'t>>> {
        self.list(Self::name)
    }
}

/// The clauses that were read, by their first keywords.
#[derive(Default)]
pub(super) struct Clauses<'t>(Vec<&'t str>);

impl<'t> Clauses<'t> {
    /// Reports the clause that comes next if there was one like it: only one of them could count.
    pub(super) fn once(&mut self, cursor: &Cursor<'t>) -> Parsed<()> {
        // Several may be there, or mean the same twice.
        const SEVERAL: &[&str] = &["CONSTRAINT", "CHECK", "REFERENCES", "NOT", "NULL"];
        let Some(token) = cursor.peek().filter(|token| !token.is_any(SEVERAL)) else {
            return Ok(());
        };
        if self.0.iter().any(|known| token.is(known)) {
            return Err(SyntaxError::at(token, &format!("duplicate `{}`", token.text)));
        }
        self.0.push(token.text);
        Ok(())
    }
}

/// The bracket that closes this one, if it opens.
pub(super) fn partner(token: &Token<'_>) -> Option<&'static str> {
    let pairs = [("(", ")"), ("[", "]"), ("{", "}")];
    pairs.into_iter().find(|(open, _)| token.is_mark(open)).map(|(_, close)| close)
}

pub(super) fn closes(token: &Token<'_>) -> bool {
    [")", "]", "}"].iter().any(|mark| token.is_mark(mark))
}

/// The first bracket without its partner, or the first literal, name or comment that does not end.
pub(super) fn unpaired(tokens: Tokens<'_>, dialect: Dialect) -> Option<SyntaxError> {
    let unclosed = |token: &Token<'_>| {
        // A literal may have a prefix.
        let end = match token.text {
            text if text.starts_with("/*") => 2,
            text => text.find(['\'', '"', '`', '$']).map_or(1, |at| at + 1),
        };
        let message = format!("unclosed `{}`", token.text.get(..end).unwrap_or_default());
        SyntaxError { message, start: token.start, end: token.start + end }
    };
    let mut open: Vec<(&Token<'_>, &str)> = Vec::new();
    for (at, token) in tokens.iter().enumerate() {
        if token.kind == TokenKind::Unclosed {
            return Some(unclosed(token));
        }
        if token.is_mark(";") {
            return Some(SyntaxError::at(token, "unexpected `;`, did you mean `,`?"));
        }
        // Quotes and spaces of a text processor, for example.
        if token.kind == TokenKind::Mark && token.text.contains(|mark: char| !mark.is_ascii()) {
            return Some(SyntaxError::at(token, &format!("unknown character `{}`", token.text)));
        }
        // Elsewhere `<` compares.
        let of_type = dialect == Dialect::GoogleSql
            && token.is_mark("<")
            && at.checked_sub(1).is_some_and(|at| tokens[at].is_any(&["ARRAY", "STRUCT"]));
        if let Some(close) = of_type.then_some(">").or_else(|| partner(token)) {
            open.push((token, close));
        } else if closes(token) || token.is_mark(">") {
            match open.last() {
                Some((_, close)) if token.is_mark(close) => drop(open.pop()),
                _ if token.is_mark(">") => {}
                Some((first, _)) if open.iter().any(|(_, close)| token.is_mark(close)) => {
                    return Some(unclosed(first));
                }
                _ => {
                    return Some(SyntaxError::at(
                        token,
                        &format!("`{}` closes nothing", token.text),
                    ));
                }
            }
        }
    }
    // The innermost of several may be the one that was forgotten, but the outermost is certain.
    open.first().map(|(token, _)| unclosed(token))
}
