//! An emulator for statements that may crash it.

use std::cell::{Cell, RefCell};

use spanner_keys::Dialect;
use spanner_keys_tests::emulator::Emulator;

pub(crate) const ENDS: &str = "it crashes the emulator";
/// The emulator's message after some crashes.
const BROKEN: &str = "Unexpected error in RPC handling";

/// An emulator that is replaced when it crashes.
pub(crate) struct Fragile<'e> {
    first: Option<&'e Emulator>,
    next: RefCell<Option<Emulator>>,
    ends: Cell<usize>,
}

pub(crate) enum Answer {
    Accepted,
    Refused,
    Died,
}

impl<'e> Fragile<'e> {
    pub(crate) fn on(emulator: &'e Emulator) -> Self {
        Self { first: Some(emulator), next: RefCell::new(None), ends: Cell::new(0) }
    }

    /// A separate emulator, which hostile statements may crash.
    pub(crate) fn start() -> Result<Self, String> {
        let emulator = Emulator::start_own(&[]).map_err(|missing| missing.to_string())?;
        Ok(Self { first: None, next: RefCell::new(Some(emulator)), ends: Cell::new(0) })
    }

    fn with<T>(&self, use_it: impl FnOnce(&Emulator) -> Result<T, String>) -> Result<T, String> {
        let next = self.next.borrow();
        use_it(next.as_ref().or(self.first).ok_or("no emulator")?)
    }

    /// Whether it has crashed; if so, it is replaced.
    fn ended(&self, dialect: Dialect) -> Result<bool, String> {
        if self.with(|emulator| emulator.database(dialect).map(drop).map_err(String::from)).is_ok()
        {
            return Ok(false);
        }
        self.replace()?;
        Ok(true)
    }

    fn replace(&self) -> Result<(), String> {
        self.ends.set(self.ends.get() + 1);
        self.next.replace(Some(Emulator::start_own(&[]).map_err(|missing| missing.to_string())?));
        Ok(())
    }

    /// The result of the test; `Err` of [`ENDS`] if the emulator crashed.
    pub(crate) fn once(
        &self,
        dialect: Dialect,
        test: impl Fn(&Emulator) -> Result<(), String>,
    ) -> Result<(), String> {
        let Err(error) = self.with(test) else { return Ok(()) };
        if error.contains(BROKEN) {
            self.replace()?;
        } else if !self.ended(dialect)? {
            return Err(error);
        }
        Err(format!("{ENDS}: {error}"))
    }

    pub(crate) fn again_if_it_ends(
        &self,
        dialect: Dialect,
        test: impl Fn(&Emulator) -> Result<(), String>,
    ) -> Result<(), String> {
        match self.once(dialect, &test) {
            Err(error) if error.starts_with(ENDS) => self.once(dialect, &test),
            answer => answer,
        }
    }

    pub(crate) fn ask(&self, dialect: Dialect, statements: &[String]) -> Result<Answer, String> {
        match self.with(|emulator| Ok(emulator.database(dialect)?.apply(statements)))? {
            Ok(()) => Ok(Answer::Accepted),
            Err(_) if self.ended(dialect)? => Ok(Answer::Died),
            Err(_) => Ok(Answer::Refused),
        }
    }
}
