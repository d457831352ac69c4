import Formats
import Payloads
import Places

/// The layers of context of a scan, from the widest to the narrowest: the place, the shelf or table, what it is there, and its serial number.
package struct ScanLayers: Sendable, Hashable {
    private let place: String
    private let shelf: String?
    /// What it is, in a line: `Lamp, 12.00, scratched`.
    package let item: String
    private let serial: String?

    /// - Parameter serial: that of the content; nil where it has none.
    package init(place: String, shelf: String?, item: String, serial: String?) {
        func line(_ text: String, _ limit: Int) -> String { SafeText.visible(text).singleLine(limit: limit) }
        self.place = line(place, 40)
        self.shelf = shelf.map { line($0, 40) }
        self.item = line(item, 200)
        self.serial = serial.map { line($0, 40) }
    }

    /// `Market square › 42 › Lamp, 12.00 › No. 4711`.
    package var line: String {
        [place, shelf, item, serial.map { "No. \($0)" }].compactMap(\.self).joined(separator: " › ")
    }
}

extension Payload {
    /// The serial number of the thing that it is on; nil where it has none.
    package var serialNumber: String? { fields.first { $0.key == "serial" && !$0.isSecret }?.value }
}
