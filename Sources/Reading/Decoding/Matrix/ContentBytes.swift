/// The bytes of a matrix symbol's content, as they are and by the ECI protocol (AIM ITS/04-001).
struct ContentBytes {
    /// The exact bytes.
    private(set) var bytes: [UInt8] = []
    /// The same with backslashes doubled and `\NNNNNN` where an ECI begins; see qz_zxing_reader.h.
    private(set) var protocolBytes: [UInt8] = []
    /// Whether an ECI was named.
    private(set) var hasECI = false

    mutating func append(_ byte: UInt8) {
        bytes.append(byte)
        protocolBytes.append(byte)
        if byte == UInt8(ascii: "\\") { protocolBytes.append(byte) }
    }

    mutating func append(_ new: [UInt8]) { for byte in new { append(byte) } }

    /// From here on the bytes are those of the ECI `number`, 0...999999.
    mutating func appendECI(_ number: Int) {
        hasECI = true
        let digits = String(number)
        protocolBytes += Array(("\\" + String(repeating: "0", count: max(0, 6 - digits.count)) + digits).utf8)
    }

    /// Takes `count` bytes off that begin both forms.
    mutating func removeFirst(_ count: Int) {
        bytes.removeFirst(count)
        protocolBytes.removeFirst(count)
    }
}
