//! Tests that hold the drop-in packages against the originals.
