//! The texts of each language.

use super::de::German;
use super::en::English;
use super::{Lang, Texts};

impl Lang {
    /// The texts of the language.
    pub fn texts(self) -> &'static dyn Texts {
        match self {
            Lang::En => &English,
            Lang::De => &German,
        }
    }
}
