//! The switches of a game's prunings, abstractions and searches.

/// Makes the `Prunings` of a game out of the names of its switches: each is on or off.
macro_rules! switches {
    ($(#[$doc:meta])* pub struct Prunings { $($(#[$about:meta])* $name:ident,)* }) => {
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub struct Prunings {
            $($(#[$about])* pub $name: bool,)*
        }

        impl Prunings {
            /// All on; those that the rules at hand break are left out anyway.
            pub const ALL: Prunings = Prunings { $($name: true),* };
            /// All off.
            pub const NONE: Prunings = Prunings { $($name: false),* };

            /// These with each one that is on switched off by itself.
            pub fn each_off(self) -> Vec<(&'static str, Prunings)> {
                let others = [$((
                    concat!("without ", stringify!($name)),
                    Prunings { $name: false, ..self },
                )),*];
                others.into_iter().filter(|&(_, other)| other != self).collect()
            }

            /// These with each one that is off switched on by itself.
            pub fn each_on(self) -> Vec<(&'static str, Prunings)> {
                let others = [$((
                    concat!("with ", stringify!($name)),
                    Prunings { $name: true, ..self },
                )),*];
                others.into_iter().filter(|&(_, other)| other != self).collect()
            }
        }
    };
}

pub(crate) use switches;
