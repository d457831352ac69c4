/// Text as it is.
enum TextForm {
    static let form = PayloadForm(
        "text", "Text", fields: [.lines("text", "Text", "Enter what the code says", isRequired: true)]
    ) { entries throws(FormError) in ComposedContent(entries.exact("text")) }
}
