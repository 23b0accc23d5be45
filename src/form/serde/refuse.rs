//! Serializer methods that reject types without a representation in a form.

/// Generates serializer methods that reject their input: `Self::refuse` makes the error from the
/// kind of the input.
macro_rules! refuse {
    ($($method:ident($($argument:ty),*) as $kind:literal;)*) => {$(
        fn $method(self, $(_: $argument),*) -> Result<Self::Ok, SerdeError> {
            Err(Self::refuse($kind))
        }
    )*};
}

/// The methods of a serializer that takes neither text nor numbers.
macro_rules! refuse_scalars {
    () => {
        refuse! {
            serialize_bool(bool) as "a boolean";
            serialize_i8(i8) as "a number";
            serialize_i16(i16) as "a number";
            serialize_i32(i32) as "a number";
            serialize_i64(i64) as "a number";
            serialize_i128(i128) as "a number";
            serialize_u8(u8) as "a number";
            serialize_u16(u16) as "a number";
            serialize_u32(u32) as "a number";
            serialize_u64(u64) as "a number";
            serialize_u128(u128) as "a number";
            serialize_f32(f32) as "a number";
            serialize_f64(f64) as "a number";
            serialize_char(char) as "a character";
            serialize_str(&str) as "text";
            serialize_bytes(&[u8]) as "bytes";
            serialize_unit_variant(&'static str, u32, &'static str) as "a variant";
        }
    };
}

/// The methods for variants that have content.
macro_rules! refuse_variants {
    () => {
        type SerializeTupleVariant = Impossible<Self::Ok, SerdeError>;
        type SerializeStructVariant = Impossible<Self::Ok, SerdeError>;

        fn serialize_newtype_variant<T: ?Sized + Serialize>(
            self,
            _: &'static str,
            _: u32,
            _: &'static str,
            _: &T,
        ) -> Result<Self::Ok, SerdeError> {
            Err(Self::refuse("a variant with content"))
        }

        fn serialize_tuple_variant(
            self,
            _: &'static str,
            _: u32,
            _: &'static str,
            _: usize,
        ) -> Result<Self::SerializeTupleVariant, SerdeError> {
            Err(Self::refuse("a variant with content"))
        }

        fn serialize_struct_variant(
            self,
            _: &'static str,
            _: u32,
            _: &'static str,
            _: usize,
        ) -> Result<Self::SerializeStructVariant, SerdeError> {
            Err(Self::refuse("a variant with content"))
        }
    };
}

/// The methods for maps and structs.
macro_rules! refuse_maps {
    () => {
        type SerializeMap = Impossible<Self::Ok, SerdeError>;
        type SerializeStruct = Impossible<Self::Ok, SerdeError>;

        fn serialize_map(self, _: Option<usize>) -> Result<Self::SerializeMap, SerdeError> {
            Err(Self::refuse("a map"))
        }

        fn serialize_struct(
            self,
            _: &'static str,
            _: usize,
        ) -> Result<Self::SerializeStruct, SerdeError> {
            Err(Self::refuse("a struct"))
        }
    };
}

/// The methods that serialize a newtype as its content.
macro_rules! transparent {
    () => {
        fn serialize_newtype_struct<T: ?Sized + Serialize>(
            self,
            _: &'static str,
            value: &T,
        ) -> Result<Self::Ok, SerdeError> {
            value.serialize(self)
        }
    };
}

pub(super) use {refuse, refuse_maps, refuse_scalars, refuse_variants, transparent};
