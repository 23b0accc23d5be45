//! Structs of which each field can be read.

/// Defines a struct of private fields, and for each a method of its name and documentation.
macro_rules! accessors {
    (
        $(#[$attribute:meta])*
        pub struct $name:ident {
            $($(#[$of_field:meta])* $field:ident: $type:ty,)+
        }
    ) => {
        $(#[$attribute])*
        pub struct $name {
            $($field: $type,)+
        }

        impl $name {
            $(
                $(#[$of_field])*
                #[must_use]
                pub const fn $field(self) -> $type {
                    self.$field
                }
            )+
        }
    };
}
