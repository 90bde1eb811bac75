//! Whether two SQL texts mean the same. The server prints an expression differently from how it was
//! written: PostgreSQL adds casts and parentheses, and writes `BETWEEN` and `IN` in other words.

use std::collections::BTreeSet;

use super::lex::{Token, TokenKind, lex};
use crate::dialect::Dialect;

/// How two texts compare.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Likeness {
    Same,
    Different,
    /// Only a database knows.
    Unclear,
}

/// Compares two expressions, which name columns as `{column}`.
pub(crate) fn compare(one: &str, two: &str, dialect: Dialect) -> Likeness {
    if one == two {
        return Likeness::Same;
    }
    let (one, two) = (words(one, dialect), words(two, dialect));
    let trees = [&one, &two].map(|words| Reader { words, at: 0, depth: 0, dialect }.whole());
    match trees {
        [Some(one), Some(two)] if one == two => Likeness::Same,
        _ if one == two => Likeness::Same,
        _ => unlike(&one, &two, dialect),
    }
}

/// Compares two statements that are kept as they are.
pub(crate) fn compare_statements(one: &str, two: &str, dialect: Dialect) -> Likeness {
    let [one, two] = [one, two].map(|sql| {
        let mut words = words(sql, dialect);
        let is = |word: Option<&Word>, mark: &str| matches!(word, Some(Word::Plain(text)) if text == mark);
        // The server prints what was created, not how.
        let plain = |word: &str| Word::Plain(word.to_owned());
        let is_head = words.starts_with(&["CREATE", "OR", "REPLACE"].map(plain));
        words.drain(1..if is_head { 3 } else { 1 });
        // It adds a comma after the last item of a list.
        for at in (1..words.len()).rev() {
            if is(words.get(at), ")") && is(words.get(at - 1), ",") {
                words.remove(at - 1);
            }
        }
        words
    });
    if one == two { Likeness::Same } else { unlike(&one, &two, dialect) }
}

/// GoogleSQL prints what was written. PostgreSQL does not, so texts that use the same names, values
/// and operators may mean the same.
fn unlike(one: &[Word], two: &[Word], dialect: Dialect) -> Likeness {
    const FILLING: &[&str] = &[
        "(", ")", ",", ".", "[", "]", ":", "AS", "CAST", "ANY", "ARRAY", "TEXT", "BIGINT",
        "VARCHAR", "CHARACTER", "VARYING", "BOOLEAN", "NUMERIC", "AND",
    ];
    let kernel = |words: &[Word]| -> BTreeSet<String> {
        let mut found = BTreeSet::new();
        for word in words {
            let text = match word {
                Word::Text(text) | Word::Number(text) | Word::Column(text) => text.as_str(),
                Word::Plain(text) if FILLING.contains(&text.as_str()) => continue,
                Word::Plain(text) => match text.as_str() {
                    "BETWEEN" => {
                        found.extend([">=".to_owned(), "<=".to_owned()]);
                        continue;
                    }
                    "IN" => "=",
                    text => text,
                },
            };
            found.insert(text.to_owned());
        }
        found
    };
    if dialect == Dialect::PostgreSql && kernel(one) == kernel(two) {
        Likeness::Unclear
    } else {
        Likeness::Different
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Word {
    /// A keyword, a name or an operator; letters are upper case.
    Plain(String),
    Column(String),
    Text(String),
    Number(String),
}

/// The words of a text, without spaces and letter case.
fn words(sql: &str, dialect: Dialect) -> Vec<Word> {
    const PAIRS: &[&str] = &["<=", ">=", "<>", "!=", "||", "<<", ">>"];
    let tokens = lex(sql, dialect).tokens;
    let mut words = Vec::new();
    let mut at = 0;
    while let Some(token) = tokens.get(at) {
        at += 1;
        words.push(match token.kind {
            TokenKind::Mark if token.text == "{" => {
                let close = tokens[at..].iter().position(|token| token.is_mark("}"));
                let Some(close) = close.filter(|close| *close > 0) else { continue };
                let end = tokens[at + close].start;
                let name = sql[token.end()..end].to_owned();
                at += close + 1;
                Word::Column(name)
            }
            TokenKind::Mark => {
                let next = tokens.get(at).filter(|next| next.start == token.end());
                let pair = next.map(|next| format!("{}{}", token.text, next.text));
                match pair.filter(|pair| PAIRS.contains(&pair.as_str())) {
                    Some(pair) => {
                        at += 1;
                        Word::Plain(if pair == "!=" { "<>".to_owned() } else { pair })
                    }
                    None => Word::Plain(token.text.to_owned()),
                }
            }
            TokenKind::Word => Word::Plain(token.text.to_uppercase()),
            TokenKind::QuotedName => {
                let name = token.name(dialect);
                let folds = dialect == Dialect::GoogleSql || name == name.to_lowercase();
                Word::Plain(if folds { name.to_uppercase() } else { name })
            }
            TokenKind::Number => Word::Number(number(token.text)),
            TokenKind::Literal | TokenKind::Unclosed | TokenKind::Command => {
                Word::Text(literal(token))
            }
        });
    }
    words
}

fn number(text: &str) -> String {
    let hex = text.strip_prefix("0x").or_else(|| text.strip_prefix("0X"));
    let value = hex.map_or_else(|| text.parse().ok(), |hex| u64::from_str_radix(hex, 16).ok());
    value.map_or_else(|| text.to_lowercase(), |value: u64| value.to_string())
}

/// The value of a literal, with its quotes and the usual escapes resolved.
fn literal(token: &Token<'_>) -> String {
    if let Some(plain) = token.literal() {
        return plain.to_owned();
    }
    let text = token.text;
    let escaped = text.strip_prefix(['E', 'e']).unwrap_or(text);
    let Some(inside) = escaped.strip_prefix('\'').and_then(|text| text.strip_suffix('\'')) else {
        return text.to_owned();
    };
    let mut value = String::new();
    let mut letters = inside.chars().peekable();
    while let Some(letter) = letters.next() {
        match letter {
            '\'' => {
                letters.next();
                value.push('\'');
            }
            '\\' if escaped.len() < text.len() => match letters.next() {
                Some('n') => value.push('\n'),
                Some('t') => value.push('\t'),
                Some('x') => {
                    let mut digits = String::new();
                    while digits.len() < 2
                        && let Some(digit) = letters.next_if(char::is_ascii_hexdigit)
                    {
                        digits.push(digit);
                    }
                    value.extend(u8::from_str_radix(&digits, 16).ok().map(char::from));
                }
                Some(other) => value.push(other),
                None => {}
            },
            letter => value.push(letter),
        }
    }
    value
}

/// Reads an expression into a text in which every operator has its parentheses.
struct Reader<'w> {
    words: &'w [Word],
    at: usize,
    depth: usize,
    dialect: Dialect,
}

/// A deeper expression is compared word by word.
const DEEPEST: usize = 100;

impl Reader<'_> {
    fn whole(mut self) -> Option<String> {
        let tree = self.binary(0)?;
        (self.at == self.words.len()).then_some(tree)
    }

    fn sees(&self, word: &str) -> bool {
        matches!(self.words.get(self.at), Some(Word::Plain(text)) if text == word)
    }

    fn eat(&mut self, word: &str) -> bool {
        let sees = self.sees(word);
        self.at += usize::from(sees);
        sees
    }

    /// The operator that comes next, and how strongly it binds.
    fn operator(&self) -> Option<(&str, u8)> {
        let Some(Word::Plain(word)) = self.words.get(self.at) else { return None };
        let google = self.dialect == Dialect::GoogleSql;
        let strength = match word.as_str() {
            "OR" => 1,
            "AND" => 2,
            "=" | "<>" | "<" | ">" | "<=" | ">=" | "LIKE" | "IN" | "BETWEEN" | "IS" | "NOT" => 4,
            "|" => 5,
            "^" if google => 6,
            "&" => {
                if google {
                    7
                } else {
                    5
                }
            }
            "<<" | ">>" => {
                if google {
                    8
                } else {
                    5
                }
            }
            "||" => {
                if google {
                    10
                } else {
                    5
                }
            }
            "+" | "-" => 9,
            "*" | "/" | "%" => 10,
            _ => return None,
        };
        Some((word, strength))
    }

    fn binary(&mut self, weakest: u8) -> Option<String> {
        self.depth += 1;
        if self.depth > DEEPEST {
            return None;
        }
        let mut left = self.unary()?;
        while let Some((operator, strength)) = self.operator() {
            if strength <= weakest {
                break;
            }
            let operator = operator.to_owned();
            self.at += 1;
            let negated = operator == "NOT";
            let operator = if negated {
                ["IN", "LIKE", "BETWEEN"].into_iter().find(|word| self.eat(word))?.to_owned()
            } else {
                operator
            };
            let mut whole = match operator.as_str() {
                "IS" => {
                    let not = if self.eat("NOT") { "not " } else { "" };
                    let what = ["NULL", "TRUE", "FALSE"].into_iter().find(|word| self.eat(word))?;
                    format!("({left} is {not}{what})")
                }
                "BETWEEN" => {
                    let low = self.binary(4)?;
                    if !self.eat("AND") {
                        return None;
                    }
                    let high = self.binary(4)?;
                    format!("(({left} >= {low}) AND ({left} <= {high}))")
                }
                "IN" => {
                    if !self.eat("(") {
                        return None;
                    }
                    format!("({left} = ANY[{}])", self.list(")")?)
                }
                _ => format!("({left} {operator} {})", self.binary(strength)?),
            };
            if negated {
                whole = format!("(NOT {whole})");
            }
            left = whole;
        }
        self.depth -= 1;
        Some(left)
    }

    fn list(&mut self, end: &str) -> Option<String> {
        let mut items = Vec::new();
        while !self.eat(end) {
            items.push(self.binary(0)?);
            if !self.eat(",") && !self.sees(end) {
                return None;
            }
        }
        Some(items.join(", "))
    }

    fn unary(&mut self) -> Option<String> {
        if self.eat("NOT") {
            return Some(format!("(NOT {})", self.binary(3)?));
        }
        if self.eat("-") {
            return Some(format!("-{}", self.unary()?));
        }
        let mut value = self.primary()?;
        while self.sees(":")
            && matches!(self.words.get(self.at + 1), Some(Word::Plain(next)) if next == ":")
        {
            self.at += 2;
            let ty = self.type_name()?;
            value = cast(&value, &ty);
        }
        Some(value)
    }

    fn type_name(&mut self) -> Option<String> {
        let Some(Word::Plain(name)) = self.words.get(self.at) else { return None };
        let mut name = name.clone();
        self.at += 1;
        for more in ["VARYING", "PRECISION", "WITH", "TIME", "ZONE"] {
            if self.eat(more) {
                name = format!("{name} {more}");
            }
        }
        if self.eat("(") {
            self.list(")")?;
        }
        Some(match name.as_str() {
            "CHARACTER VARYING" | "VARCHAR" => "TEXT".to_owned(),
            "INT8" => "BIGINT".to_owned(),
            "BOOL" => "BOOLEAN".to_owned(),
            "FLOAT8" => "DOUBLE PRECISION".to_owned(),
            "TIMESTAMP WITH TIME ZONE" => "TIMESTAMPTZ".to_owned(),
            _ => name,
        })
    }

    fn primary(&mut self) -> Option<String> {
        let word = self.words.get(self.at)?.clone();
        self.at += 1;
        match word {
            Word::Column(name) => Some(format!("{{{name}}}")),
            Word::Text(text) => Some(format!("{text:?}")),
            Word::Number(number) => Some(number),
            Word::Plain(word) if word == "(" => {
                let inside = self.binary(0)?;
                self.eat(")").then_some(inside)
            }
            Word::Plain(word) if (word == "CAST" || word == "SAFE_CAST") && self.eat("(") => {
                let value = self.binary(0)?;
                let ty = if self.eat("AS") { self.type_name()? } else { return None };
                let written = cast(&value, &ty);
                let written = if word == "CAST" { written } else { format!("safe {written}") };
                self.eat(")").then_some(written)
            }
            Word::Plain(word) if word == "ANY" && self.eat("(") => {
                let list = self.binary(0)?;
                let list = list.strip_prefix("ARRAY").map(str::to_owned)?;
                self.eat(")").then(|| format!("ANY{list}"))
            }
            Word::Plain(word) if word == "ARRAY" && self.eat("[") => {
                Some(format!("ARRAY[{}]", self.list("]")?))
            }
            Word::Plain(mut name) => {
                let first = name.chars().next()?;
                // The rest of the grammar is compared word by word.
                let other = ["CASE", "SELECT", "INTERVAL", "EXISTS", "STRUCT", "SEQUENCE"];
                if !(first.is_alphabetic() || first == '_') || other.contains(&name.as_str()) {
                    return None;
                }
                while self.eat(".") {
                    let Some(Word::Plain(next)) = self.words.get(self.at) else { return None };
                    name = format!("{name}.{next}");
                    self.at += 1;
                }
                if self.eat("(") {
                    // `extract(epoch from x)` is printed as `extract('epoch', x)`.
                    if name == "EXTRACT"
                        && let [Word::Plain(part), Word::Plain(from), ..] = &self.words[self.at..]
                        && from == "FROM"
                    {
                        let part = part.to_lowercase();
                        self.at += 2;
                        return Some(format!("{name}({part:?}, {})", self.list(")")?));
                    }
                    return Some(format!("{name}({})", self.list(")")?));
                }
                Some(name)
            }
        }
    }
}

/// A cast. The server casts every literal; there the type adds nothing but a number's.
fn cast(value: &str, ty: &str) -> String {
    let text = value.strip_prefix('"').and_then(|text| text.strip_suffix('"'));
    let numeric = ["BIGINT", "NUMERIC", "DOUBLE PRECISION", "REAL"].contains(&ty);
    // Bytes are printed in hexadecimal digits.
    if ty == "BYTEA"
        && let Some(text) = text.filter(|text| !text.contains('\\'))
    {
        let digits =
            text.bytes().fold(String::new(), |digits, byte| digits + &format!("{byte:02x}"));
        return format!("{:?}", format!("\\x{digits}"));
    }
    if ty == "TIMESTAMPTZ"
        && let Some(instant) = text.and_then(instant)
    {
        return instant;
    }
    match text {
        Some(text) if numeric => match text.strip_prefix('-') {
            Some(digits) => format!("-{}", number(digits)),
            None => number(text),
        },
        Some(_) => value.to_owned(),
        None if numeric
            && value.trim_start_matches('-').starts_with(|c: char| c.is_ascii_digit()) =>
        {
            value.to_owned()
        }
        None => format!("{value}::{ty}"),
    }
}

/// A time with an offset, which the server prints with that of the database's time zone: seconds since
/// 1970.
fn instant(text: &str) -> Option<String> {
    let number = |text: &str| text.parse::<i64>().ok().filter(|_| text.len() <= 4);
    let (date, time) = text.trim().split_once([' ', 'T'])?;
    let mut date = date.split('-').map(number);
    let (year, month, day) = (date.next()??, date.next()??, date.next()??);
    let (clock, zone) = time.split_at(time.find(['+', '-', 'Z'])?);
    let (clock, fraction) = clock.split_once('.').unwrap_or((clock, ""));
    let mut clock = clock.split(':').map(number);
    let (hour, minute) = (clock.next()??, clock.next()??);
    let second = clock.next().unwrap_or(Some(0))?;
    let offset = match zone.split_at(1) {
        ("Z", "") => 0,
        (sign, zone) => {
            let (hours, minutes) = zone.split_once(':').unwrap_or((zone, "0"));
            let seconds = (number(hours)? * 60 + number(minutes)?) * 60;
            if sign == "-" { -seconds } else { seconds }
        }
    };
    // Years begin in March, so that the day of a leap year is the last one.
    let (year, month) = if month > 2 { (year, month - 3) } else { (year - 1, month + 9) };
    let leaps = year.div_euclid(4) - year.div_euclid(100) + year.div_euclid(400);
    let days = year * 365 + leaps + (153 * month + 2) / 5 + day - 719_469;
    let seconds = ((days * 24 + hour) * 60 + minute) * 60 + second - offset;
    Some(format!("{seconds}.{}s", fraction.trim_end_matches('0')))
}

#[cfg(test)]
mod tests {
    use super::{Likeness, compare, instant};
    use crate::dialect::Dialect;

    #[test]
    fn what_the_server_prints_is_the_same() {
        for (written, printed) in [
            ("5", "'5'::bigint"),
            ("-5", "'-5'::bigint"),
            ("'x'", "'x'::text"),
            ("'xy'::bytea", r"'\x7879'::bytea"),
            ("'abc' || 'd'", "('abc'::text || 'd'::text)"),
            ("{n} between 1 and 5", "(({n} >= '1'::bigint) AND ({n} <= '5'::bigint))"),
            ("{s} in ('a','b')", "({s} = ANY (ARRAY['a'::text, 'b'::text]))"),
            (
                "{n} >= 0 and ({n} != 7 or {s} <> 'q')",
                "(({n} >= '0'::bigint) AND (({n} <> '7'::bigint) OR ({s} <> 'q'::text)))",
            ),
            ("cast({n} as text) <> '5'", "(({n})::text <> '5'::text)"),
            ("not {b}", "(NOT {b})"),
            (
                "spanner.farm_fingerprint({s}) & 15",
                "(spanner.farm_fingerprint({s}) & '15'::bigint)",
            ),
            (
                r"mod(spanner.farm_fingerprint({n}::text || E'\x1f' || {s}) & 9223372036854775807, 10)",
                "mod((spanner.farm_fingerprint(((({n})::text || '\x1f'::text) || {s})) & '9223372036854775807'::bigint), '10'::bigint)",
            ),
            (
                "extract(epoch from {t}) * 1000000",
                "(\"extract\"('epoch'::text, {t}) * ('1000000'::bigint)::numeric)",
            ),
            ("nextval('s')", "nextval('s'::text)"),
            ("NOW()", "now()"),
        ] {
            assert_eq!(compare(written, printed, Dialect::PostgreSql), Likeness::Same, "{written}");
        }
        assert_eq!(compare("lower( {S} )", "LOWER({S})", Dialect::GoogleSql), Likeness::Same);
        assert_eq!(compare("\"x\"", "'x'", Dialect::GoogleSql), Likeness::Same);
        assert_eq!(compare("{A} & 0x0F", "({A} & 15)", Dialect::GoogleSql), Likeness::Same);
    }

    #[test]
    fn what_differs_is_different_or_unclear() {
        let (google, postgres) = (Dialect::GoogleSql, Dialect::PostgreSql);
        for dialect in [google, postgres] {
            for (one, two) in [
                ("5", "6"),
                ("{a} < 5", "{a} > 5"),
                ("{a}", "{b}"),
                ("lower({a})", "upper({a})"),
                ("'A'", "'a'"),
            ] {
                assert_eq!(compare(one, two, dialect), Likeness::Different, "{one} {two}");
            }
        }
        assert_eq!(compare("({a} + 1) * 2", "{a} + (1 * 2)", google), Likeness::Different);
        assert_eq!(compare("({a} + 1) * 2", "{a} + (1 * 2)", postgres), Likeness::Unclear);
        assert_eq!(compare("'5'", "'5'::bigint", postgres), Likeness::Unclear);
    }

    #[test]
    fn times_are_the_same_in_every_zone() {
        assert_eq!(instant("1970-01-01 00:00:00Z").as_deref(), Some("0.s"));
        for (one, two) in [
            ("2020-01-01 00:00:00+00", "2019-12-31 16:00:00-08"),
            ("2024-02-29T23:30:00.5+05:30", "2024-02-29 10:00:00.500-08"),
            ("2024-03-01 00:00Z", "2024-02-29 16:00:00-08"),
            ("0001-01-01 00:00:00+00", "0001-01-01 07:52:00+07:52"),
        ] {
            let [one, two] = [one, two].map(|time| format!("'{time}'::timestamptz"));
            let two = two.replace("timestamptz", "timestamp with time zone");
            assert_eq!(compare(&one, &two, Dialect::PostgreSql), Likeness::Same, "{one} {two}");
        }
        let two = "'2019-12-31 17:00:00-08'::timestamptz";
        let one = "'2020-01-01 00:00:00+00'::timestamptz";
        assert_eq!(compare(one, two, Dialect::PostgreSql), Likeness::Different);
        for text in
            ["", "now", "2020-01-01", "2020-01-01 00:00:00", "x-y-z a:b:c+", "1-1-1 1:1+99999"]
        {
            assert_eq!(instant(text), None, "{text}");
        }
    }
}
