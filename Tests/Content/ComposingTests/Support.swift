import Payloads
import Testing

@testable import Composing

/// What `form` composes of `values`.
func compose(_ form: String, _ values: [String: String]) throws -> ComposedContent {
    try #require(PayloadForm.named(form)).compose(values)
}

/// The problem that `form` has with `values`; nil where it composes something.
func refusal(_ form: String, _ values: [String: String]) -> FormError? {
    do throws(FormError) {
        _ = try PayloadForm.named(form)?.compose(values)
        return nil
    } catch {
        return error
    }
}

extension Payload {
    /// The first field with `key`.
    func value(_ key: String) -> String? { fields.first { $0.key == key }?.value }

    func values(_ key: String) -> [String] { fields.filter { $0.key == key }.map(\.value) }
}
