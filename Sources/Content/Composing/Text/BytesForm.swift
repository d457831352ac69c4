/// The bytes of a file as they are.
enum BytesForm {
    /// The most bytes that a symbol holds: QR Code of version 40-L.
    private static let maximumBytes = 2953

    static let form = PayloadForm(
        "bytes", "Bytes of a file",
        fields: [FormEntry("file", "File", "Name the file whose bytes the code holds", .path, isRequired: true)]
    ) { entries throws(FormError) in
        let bytes = try entries.file("file")
        guard !bytes.isEmpty else { throw FormError("file", "the file is empty: name one with content") }
        guard bytes.count <= maximumBytes else {
            throw FormError(
                "file",
                "the file has \(bytes.count) bytes, but a code holds at most \(maximumBytes): name a shorter one")
        }
        return ComposedContent(bytes: bytes)
    }
}
