import Formats

/// The setup code of a smart-home device: Matter's `MT:` (Matter Core Specification 1.2, 5.1) or HomeKit's `X-HM://`.
enum SmartHomePayload: PayloadParser {
    static func parse(_ input: PayloadInput) -> Payload? {
        let bytes = input.bytes.trimmed
        // Matter's prefix counts in capitals only.
        if bytes.prefix(3).elementsEqual("MT:".utf8) { return matter(bytes.dropFirst(3), input) }
        if let rest = bytes.after(prefix: "X-HM://") { return homeKit(rest, input) }
        return nil
    }

    private static func matter(_ rest: ArraySlice<UInt8>, _ input: PayloadInput) -> Payload? {
        let codes = rest.split(separator: UInt8(ascii: "*")).prefix(10).map { MatterCode($0) }
        guard let first = codes.first, let first else { return nil }
        var list = FieldList()
        for (index, code) in codes.enumerated() {
            guard let code else { continue }
            list.record = index
            list.add("passcode", .setupCode, code.passcodeText, note: code.passcodeNote, isSecret: true)
            list.add(
                "vendor", .vendor, hexadecimal(code.vendor), json: .integer(Int64(code.vendor)), note: vendorNote(code)
            )
            list.add("product", .product, hexadecimal(code.product), json: .integer(Int64(code.product)))
            list.add(
                "discriminator", .discriminator, String(code.discriminator), json: .integer(Int64(code.discriminator)))
            list.add("flow", .toSetUp, code.flowText, json: .integer(Int64(code.flow)))
            list.add("discovery", .foundBy, code.discoveryText, json: .integer(Int64(code.discovery)))
            list.add("version", .version, String(code.version), note: code.version == 0 ? nil : .notKnown)
        }
        list.record = 0
        list.add("format", .format, "Matter")
        return Payload(
            content: input.content, kind: .smartHome,
            summary: .matter(
                vendor: hexadecimal(first.vendor), product: hexadecimal(first.product), others: codes.count - 1),
            fields: list.fields, warnings: codes.contains { $0 == nil } ? [.incomplete] : [])
    }

    private static func vendorNote(_ code: MatterCode) -> Note? { 0xFFF1...0xFFF4 ~= code.vendor ? .forTests : nil }

    private static func hexadecimal(_ value: UInt64) -> String { "0x" + value.padded(to: 4, radix: 16) }

    /// Nine characters of base 36, then four of the setup identifier (HomeKit Accessory Protocol Specification R2, 4.2.1).
    private static func homeKit(_ rest: ArraySlice<UInt8>, _ input: PayloadInput) -> Payload? {
        guard rest.count == 9 || rest.count == 13, rest.allSatisfy(ASCII.isAlphanumeric),
            let value = UInt64(rest.prefix(9).text, radix: 36)
        else { return nil }
        let code = value & 0x7FF_FFFF
        let flags = value >> 27 & 15
        let category = value >> 31 & 0xFF
        let version = value >> 43
        guard code <= 99_999_999, version == 0 else { return nil }
        let digits = Array(code.padded(to: 8).utf8)
        let text = [digits[..<3], digits[3..<5], digits[5...]].map(\.text).joined(separator: "-")
        var list = FieldList()
        list.add("passcode", .setupCode, text, note: note(onSetupCode: code.padded(to: 8)), isSecret: true)
        let title = categories[Int(category)]
        list.add(
            "category", .kindOfDevice, title ?? "number \(category)", json: .integer(Int64(category)),
            note: title == nil ? .notKnown : nil)
        list.add("discovery", .foundBy, flags.words(["NFC", "IP", "Bluetooth LE"]), json: .integer(Int64(flags)))
        list.add("setupIdentifier", .setupIdentifier, rest.dropFirst(9).text)
        list.add("format", .format, "HomeKit")
        return Payload(
            content: input.content, kind: .smartHome, summary: .homeKit(title, number: Int(category)),
            fields: list.fields)
    }

    /// Codes that are too simple to be given (Matter 5.1.7.1; the same in HomeKit).
    static func note(onSetupCode code: String) -> Note? {
        let digits = Array(code.utf8)
        return Set(digits).count == 1 || code == "12345678" || code == "87654321" ? .tooSimple : nil
    }

    /// The kinds of accessories (HomeKit Accessory Protocol Specification R2, 13).
    private static let categories: [Int: String] = [
        1: "other", 2: "bridge", 3: "fan", 4: "garage door opener", 5: "light", 6: "door lock", 7: "outlet",
        8: "switch",
        9: "thermostat", 10: "sensor", 11: "security system", 12: "door", 13: "window", 14: "window covering",
        15: "programmable switch", 16: "range extender", 17: "IP camera", 18: "video doorbell", 19: "air purifier",
        20: "heater", 21: "air conditioner", 22: "humidifier", 23: "dehumidifier", 28: "sprinkler", 29: "faucet",
        30: "shower", 31: "television", 32: "remote control", 33: "router",
    ]
}

/// The 88 bits of a Matter code.
struct MatterCode: Hashable, Sendable {
    let version: UInt64
    let vendor: UInt64
    let product: UInt64
    /// 0 at once, 1 after a key is pressed, 2 by the maker's own way.
    let flow: UInt64
    /// Bits of the ways that the device is found by.
    let discovery: UInt64
    let discriminator: UInt64
    let passcode: UInt64

    /// Returns nil for other characters than those of base 38, and when fewer than eleven bytes come out.
    init?(_ text: ArraySlice<UInt8>) {
        guard let bytes = Self.base38(text), bytes.count >= 11 else { return nil }
        func bits(_ start: Int, _ count: Int) -> UInt64 {
            (start..<start + count).reduce(UInt64(0)) { value, bit in
                value | UInt64(bytes[bit / 8] >> UInt8(bit % 8) & 1) << UInt64(bit - start)
            }
        }
        version = bits(0, 3)
        vendor = bits(3, 16)
        product = bits(19, 16)
        flow = bits(35, 2)
        discovery = bits(37, 8)
        discriminator = bits(45, 12)
        passcode = bits(57, 27)
        // The last bits are padding.
        guard bits(84, 4) == 0 else { return nil }
    }

    /// Groups of five, four or two characters for three, two or one bytes, the least first (5.1.3.1).
    static func base38(_ text: ArraySlice<UInt8>) -> [UInt8]? {
        let alphabet = Array("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ-.".utf8)
        guard text.count <= 1024 else { return nil }
        var result: [UInt8] = []
        var rest = text
        while !rest.isEmpty {
            let group = rest.prefix(5)
            guard let size = [5: 3, 4: 2, 2: 1][group.count] else { return nil }
            var value: UInt64 = 0
            for character in group.reversed() {
                guard let digit = alphabet.firstIndex(of: character) else { return nil }
                value = value * 38 + UInt64(digit)
            }
            guard value < 1 << UInt64(8 * size) else { return nil }
            for index in 0..<size { result.append(UInt8(truncatingIfNeeded: value >> UInt64(8 * index))) }
            rest = rest.dropFirst(5)
        }
        return result
    }

    /// Eight digits.
    var passcodeText: String { passcode.padded(to: 8) }

    var passcodeNote: Note? {
        passcode > 99_999_998 || passcode == 0 ? .notAllowed : SmartHomePayload.note(onSetupCode: passcodeText)
    }

    var flowText: String {
        ["switch it on", "press its button", "follow its maker's steps", "reserved"][Int(flow)]
    }

    var discoveryText: String { discovery.words(["Wi-Fi", "Bluetooth LE", "the network", "Wi-Fi aware", "NFC"]) }
}
