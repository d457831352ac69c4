/// Text as it is.
enum TextForm {
    static let form = PayloadForm(
        "text", "Text", fields: [.lines("text", "Text", "Enter the code's text", isRequired: true)]
    ) { entries throws(FormError) in ComposedContent(entries.exact("text")) }
}
