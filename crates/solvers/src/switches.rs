//! The switches of a game's prunings, abstractions and searches.

/// Makes the `Prunings` of a game, or of one of its searches, out of the names of its switches: each is on or off.
macro_rules! switches {
    ($(#[$doc:meta])* pub struct $Switches:ident { $($(#[$about:meta])* $name:ident,)* }) => {
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub struct $Switches {
            $($(#[$about])* pub $name: bool,)*
        }

        #[allow(dead_code, reason = "of what is not exported only tests ask for each one")]
        impl $Switches {
            /// All on; those that the rules at hand break are left out anyway.
            pub const ALL: $Switches = $Switches { $($name: true),* };
            /// All off.
            pub const NONE: $Switches = $Switches { $($name: false),* };

            /// These with each one that is on switched off by itself.
            pub fn each_off(self) -> Vec<(&'static str, $Switches)> {
                let others = [$((
                    concat!("without ", stringify!($name)),
                    $Switches { $name: false, ..self },
                )),*];
                others.into_iter().filter(|&(_, other)| other != self).collect()
            }

            /// These with each one that is off switched on by itself.
            pub fn each_on(self) -> Vec<(&'static str, $Switches)> {
                let others = [$((
                    concat!("with ", stringify!($name)),
                    $Switches { $name: true, ..self },
                )),*];
                others.into_iter().filter(|&(_, other)| other != self).collect()
            }
        }
    };
}

pub(crate) use switches;
