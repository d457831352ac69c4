import Formats
import Symbols

@testable import Payloads

func parse(_ text: String) -> Payload { Payload.parse(SymbolContent(symbology: .qrCode, text: text)) }

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

/// The day that tests compare dates with.
let testDay = CivilDate(year: 2026, month: 11, day: 22)!

/// Parses as on `testDay`.
func parseThen(_ text: String) -> Payload {
    Payload.parse(SymbolContent(symbology: .qrCode, text: text), today: testDay)
}

extension Payload {
    /// The note of the first field with `key`.
    func note(_ key: String) -> String? { fields.first { $0.key == key }?.note }

    /// All notes, by their fields' keys.
    var notes: [String: String] {
        Dictionary(fields.compactMap { field in field.note.map { (field.key, $0) } }, uniquingKeysWith: { a, _ in a })
    }

    /// The addresses that are given to the desktop's handlers.
    var handedOver: [String] {
        actions.compactMap { if case .handOver(let address) = $0.effect { address } else { nil } }
    }

    /// The file that is given to the desktop's handlers.
    var handedOverFile: String? {
        for action in actions {
            if case .handOverFile(_, let bytes) = action.effect { return String(decoding: bytes, as: UTF8.self) }
        }
        return nil
    }
}
