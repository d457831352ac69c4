import Formats
import Foundation

/// How a device is brought into a Wi-Fi network: `DPP:C:81/1;M:5254005828e5;K:…;;` (Wi-Fi Easy Connect Specification 3.0,
/// 5.2.1).
enum EasyConnectPayload: PayloadParser {
    static func parse(_ input: PayloadInput) -> Payload? {
        guard let rest = input.bytes.trimmed.after(prefix: "DPP:") else { return nil }
        let fields = rest.split(separator: UInt8(ascii: ";")).map { $0.cut(at: UInt8(ascii: ":")) }
        func value(_ key: StaticString) -> String? {
            fields.first { $0.head.after(prefix: key)?.isEmpty == true }?.rest?.text
        }
        // The public key alone must be there.
        guard let key = value("K"), !key.isEmpty else { return nil }
        var list = FieldList()
        let information = value("I").map { URIText.decoded($0.utf8Slice) }
        list.add("information", .information, information)
        list.add("mac", .hardwareAddress, value("M").map(hardwareAddress), note: value("M").flatMap(addressNote))
        for channel in value("C")?.split(separator: ",").prefix(100) ?? [] {
            list.add("channels", .channels, String(channel), isRepeatable: true)
        }
        list.add("host", .host, value("H"))
        list.add("version", .version, value("V"))
        list.add("curves", .curves, value("B"))
        list.add("publicKey", .publicKey, key, note: Data(base64Encoded: key) == nil ? .notBase64 : nil)
        let isComplete = rest.suffix(2).elementsEqual(";;".utf8)
        return Payload(
            input.content, .easyConnect, .easyConnect(information ?? value("M").map(hardwareAddress)), list,
            isComplete: isComplete)
    }

    /// `52:54:00:58:28:e5`; as written when it is none.
    private static func hardwareAddress(_ digits: String) -> String {
        guard addressNote(digits) == nil else { return digits }
        let digits = Array(digits.lowercased().utf8)
        return stride(from: 0, to: 12, by: 2).map { digits[$0..<$0 + 2].text }.joined(separator: ":")
    }

    private static func addressNote(_ digits: String) -> Note? {
        digits.utf8.count == 12 && ASCII.hexDecoded(digits.utf8Slice) != nil ? nil : .notAHardwareAddress
    }
}
