import Symbols

@testable import Payloads

func parse(_ text: String) -> Payload {
    Payload.parse(SymbolContent(symbology: .qrCode, text: text))
}

extension Payload {
    /// The first field with `key`.
    func value(_ key: String) -> String? { fields.first { $0.key == key }?.value }

    func values(_ key: String) -> [String] { fields.filter { $0.key == key }.map(\.value) }

    var warningNames: [String] { warnings.map(\.name) }

    /// The addresses of the `open` actions.
    var opened: [String] {
        actions.compactMap { if case .open(let target) = $0.effect { target.url } else { nil } }
    }

    func saved(_ suffix: String) -> String? {
        for action in actions {
            if case .save(let name, let bytes) = action.effect, name.hasSuffix(suffix) {
                return String(decoding: bytes, as: UTF8.self)
            }
        }
        return nil
    }
}
