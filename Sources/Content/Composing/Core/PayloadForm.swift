/// A kind of content that people make: the fields they fill in, and the content that is composed of them.
///
///     let form = PayloadForm.named("wifi")!
///     let content = try form.compose(["ssid": "Bistro", "password": "espresso!"])
///     content.text     // WIFI:T:WPA;S:Bistro;P:espresso!;;
///
/// What is composed, `PayloadRegistry` explains with the same values.
package struct PayloadForm: Sendable, Identifiable {
    /// The name on the command line: `wifi`.
    package let id: String
    /// The name for display: `Wi-Fi network`.
    package let title: String
    /// The name of the kind of symbol that is proposed: `qr-code`.
    package let symbolKind: String
    /// What is filled in, in the order of display.
    package let fields: [FormEntry]
    private let composition: @Sendable (Entries) throws(FormError) -> ComposedContent

    init(
        _ id: String, _ title: String, symbolKind: String = "qr-code", fields: [FormEntry],
        _ composition: @escaping @Sendable (Entries) throws(FormError) -> ComposedContent
    ) {
        (self.id, self.title, self.symbolKind, self.fields) = (id, title, symbolKind, fields)
        self.composition = composition
    }

    /// Reads the file that a field of control `.path` names.
    package typealias FileReader = (_ path: String) throws(FormError) -> [UInt8]

    /// The content of what was entered.
    ///
    /// - Parameters:
    ///   - values: by the fields' ids, only of those where something was entered; a check's is `yes`. Others are ignored.
    ///   - readFile: reads the file of a form that takes one; without it such a form is refused.
    /// - Throws: `FormError`, one line that says what to do.
    package func compose(_ values: [String: String], readFile: FileReader? = nil) throws(FormError) -> ComposedContent {
        try composition(Entries(values, of: fields, readFile: readFile))
    }

    /// Every form, in the order of lists.
    package static let all: [PayloadForm] = [
        URLForm.form, ContactForm.form, WiFiForm.form, EmailForm.form, PhoneForm.form, MessageForm.form, PlaceForm.form,
        EventForm.form, EPCForm.form, SwissBillForm.form, UPIForm.form, CryptoForm.form, GS1Form.form, GTINForm.form,
        SerialForm.form,
        OneTimePasswordForm.form, TextForm.form, BytesForm.form,
    ]

    /// The form with an id of `all`; nil for any other.
    package static func named(_ id: String) -> PayloadForm? { all.first { $0.id == id } }
}
