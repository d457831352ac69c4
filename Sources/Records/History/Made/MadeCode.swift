import Foundation

/// A code that was made and went out: what it says and how it was made, so that it can be made again.
package struct MadeCode: Sendable, Hashable, Identifiable {
    package var id: Int64
    /// When it went out last.
    package var time: Date
    /// The name of its kind: `qr-code`.
    package var kind: String
    package var bytes: [UInt8]
    /// Whether that is text, for which readers are told its charset.
    package var isText: Bool
    /// What it means, in a line without secrets.
    package var summary: String
    /// How it was made: a JSON object of whoever made it; opaque here.
    package var options: Data
    /// The form that its content was entered into; empty for none.
    package var form: String
    /// What was entered, by the names of the form's entries.
    package var values: [String: String]

    /// A code; its number is given when it is kept.
    package init(
        id: Int64 = 0, time: Date = Date(), kind: String, bytes: [UInt8], isText: Bool, summary: String,
        options: Data = Data(), form: String = "", values: [String: String] = [:]
    ) {
        (self.id, self.time, self.kind, self.bytes, self.isText) = (id, time, kind, bytes, isText)
        (self.summary, self.options, self.form, self.values) = (summary, options, form, values)
    }
}
