// Only a header; a C target needs a source.
