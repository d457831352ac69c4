import Formats

/// The settings of a Wi-Fi network: `WIFI:T:WPA;S:name;P:password;;`.
///
/// The de facto format of ZXing (github.com/zxing/zxing/wiki/Barcode-Contents), with the additions of the
/// WPA3 specification 3.0, section 7.
package struct WiFiNetwork: Hashable, Sendable {
    /// The security type; `security` in JSON.
    package enum Security: String, Sendable {
        case open
        /// WEP, which is insecure.
        case wep
        /// WPA or WPA2 with a password.
        case wpa
        /// WPA3 with a password (SAE).
        case wpa3
        /// WPA of any version with a user account (802.1X).
        case eap
        /// A security type that the format does not define.
        case unknown
    }

    /// As written: the WPA3 specification, 7, Android and iOS take a name of hexadecimal digits as it stands.
    package var ssid = ""
    /// What the name is read as hexadecimal digits of UTF-8, which some makers of codes mean; nil if it is no such text.
    package var decodedName: String?
    /// Derived from the `T` field and the EAP method.
    package var security = Security.open
    /// The `T` field as written.
    package var securityName = ""
    package var password: String?
    package var isHidden = false
    /// The outer EAP method, such as `TTLS`.
    package var eapMethod: String?
    /// The inner (phase 2) method, such as `MSCHAPV2`.
    package var phase2Method: String?
    /// The user name that is sent without encryption.
    package var anonymousIdentity: String?
    /// The user name, or for WPA3 the password's identifier.
    package var identity: String?
    /// The WPA3 transition-disable bits, in hexadecimal digits.
    package var transitionDisable: String?
    /// The WPA3 public key: Base64 of its DER form.
    package var publicKey: String?

    init?(_ fields: DocomoFields) {
        guard let name = fields.first("S") else { return nil }
        // Only the format of the WPA3 specification has percent-encoding; elsewhere `%41` is literal.
        let isPercentEncoded = fields.first("R") != nil || fields.first("K") != nil
        func value(_ key: String) -> String? {
            guard let raw = fields.first(key)?.raw else { return nil }
            let plain = Self.unquoted(raw)
            if isPercentEncoded, !plain.contains(UInt8(ascii: "\\")) {
                return String(validating: plain.percentDecoded, as: UTF8.self) ?? plain.text
            }
            return plain.unescaped()
        }

        ssid = value("S") ?? ""
        decodedName = Self.hexDecodedName(name.raw)
        password = value("P")
        eapMethod = value("E")
        phase2Method = value("PH2")
        anonymousIdentity = value("A") ?? value("AI")
        identity = value("I")
        transitionDisable = fields.first("R")?.value
        publicKey = value("K")
        // H used to be the phase 2 method, before it became the hidden flag (ZXing WifiResultParser).
        if let hidden = fields.first("H")?.value.lowercased() {
            switch hidden {
            case "true", "1", "yes": isHidden = true
            case "false", "0", "no": break
            default: phase2Method = phase2Method ?? fields.first("H")?.value
            }
        }
        securityName = fields.first("T")?.value ?? ""
        security = Self.security(named: securityName, isWPA3: isPercentEncoded, hasEAP: eapMethod != nil)
    }

    /// Whether it takes WPA3 only: its name says so, or bit 0 of `transitionDisable` (WPA3 specification 3.0, 8) does.
    package var isWPA3Only: Bool {
        let bits = transitionDisable.flatMap { UInt64($0, radix: 16) } ?? 0
        return bits & 1 != 0 || security == .wpa3 && !securityName.uppercased().hasSuffix("WPA")
    }

    private static func security(named name: String, isWPA3: Bool, hasEAP: Bool) -> Security {
        switch name.uppercased() {
        case "", "NOPASS", "NONE", "OPEN": .open
        case "WEP": .wep
        case "SAE", "WPA3", "WPA3-PERSONAL": .wpa3
        case let name where name.hasSuffix("EAP") || name.hasSuffix("ENTERPRISE"): .eap
        case let name where name.hasPrefix("WPA"): hasEAP ? .eap : isWPA3 ? .wpa3 : .wpa
        default: .unknown
        }
    }

    /// The security type for display, such as `WPA`.
    package var securityTitle: String {
        switch security {
        case .open: "open"
        case .wep: "WEP"
        case .wpa3: "WPA3"
        case .wpa, .eap, .unknown:
            hasPlainSecurityName ? securityName.uppercased() : security.rawValue.uppercased()
        }
    }

    /// Whether `T` can be a security type, and not what was meant as another field.
    fileprivate var hasPlainSecurityName: Bool {
        securityName.utf8.count <= 20
            && securityName.utf8.allSatisfy { ASCII.isAlphanumeric($0) || " -/_".utf8.contains($0) }
    }

    /// Removes quotes around a value, which mark it as not hexadecimal. An escaped quote is part of the value.
    private static func unquoted(_ raw: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        let quote = UInt8(ascii: "\"")
        guard raw.count >= 2, raw.first == quote, raw.last == quote,
            raw[raw.endIndex - 2] != UInt8(ascii: "\\")
        else { return raw }
        return raw.dropFirst().dropLast()
    }

    /// Decodes a name in unquoted hexadecimal digits, if the result is printable.
    private static func hexDecodedName(_ raw: ArraySlice<UInt8>) -> String? {
        guard raw.count >= 4, raw.count <= 64, let bytes = ASCII.hexDecoded(raw),
            let text = String(validating: bytes, as: UTF8.self),
            text.unicodeScalars.allSatisfy({ !$0.isTerminalControl && $0.properties.generalCategory != .unassigned })
        else { return nil }
        return text
    }
}

enum WiFiPayload: PayloadParser {
    static func parse(_ input: PayloadInput) -> Payload? {
        guard let rest = input.bytes.after(prefix: "WIFI:") else { return nil }
        let fields = DocomoFields(withBreaksAsSeparators(rest))
        guard let network = WiFiNetwork(fields) else {
            let isEmpty = rest.allSatisfy { ASCII.isSpace($0) || $0 == UInt8(ascii: ";") }
            return isEmpty ? nil : unreadable(input, rest)
        }
        return Payload(
            content: input.content, kind: .wifi,
            summary: .wifi(network.ssid.singleLine(limit: 100), network.securityTitle),
            fields: self.fields(network) + unknownFields(fields, network),
            warnings: warnings(network, isComplete: fields.isComplete),
            actions: [
                PayloadAction(title: .joinNetwork, effect: .join(network), isSecret: network.password != nil)
            ])
    }

    /// A network without a name: no network, but what stands there may be its password all the same.
    private static func unreadable(_ input: PayloadInput, _ rest: ArraySlice<UInt8>) -> Payload {
        Payload(
            content: input.content, kind: .wifi, summary: .wifiWithoutName,
            fields: [PayloadField("unknown", .notUnderstood, rest.text, isSecret: true)], warnings: [.incomplete])
    }

    private static let keys: Set<String> = ["T", "S", "P", "H", "E", "PH2", "A", "AI", "I", "R", "K"]

    /// What has no meaning here, and may be meant as the password: `PASS:…`.
    private static func unknownFields(_ fields: DocomoFields, _ network: WiFiNetwork) -> [PayloadField] {
        let unknown = fields.fields.filter { !keys.contains($0.key) }.map { "\($0.key):\($0.value)" }
        let type = network.hasPlainSecurityName ? [] : ["T:\(network.securityName)"]
        let all = type + unknown + (fields.rest.trimmed.isEmpty ? [] : [fields.rest.text])
        return all.isEmpty
            ? [] : [PayloadField("unknown", .notUnderstood, all.joined(separator: "; "), isSecret: true)]
    }

    /// Some makers write a field a line, without semicolons: a line break before a known key becomes one, so that no password
    /// is taken for a part of the name.
    private static func withBreaksAsSeparators(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        func isBreak(_ byte: UInt8) -> Bool { byte == 0x0A || byte == 0x0D }
        guard bytes.contains(where: isBreak) else { return bytes }
        var result: [UInt8] = []
        var index = bytes.startIndex
        while index < bytes.endIndex {
            guard isBreak(bytes[index]) else {
                result.append(bytes[index])
                index += 1
                continue
            }
            let rest = bytes[index...].drop { ASCII.isSpace($0) }
            let isSeparated = result.last { !ASCII.isSpace($0) }.map { $0 == UInt8(ascii: ";") } ?? true
            let (key, value) = rest.prefix(8).cut(at: UInt8(ascii: ":"))
            if value != nil, keys.contains(key.trimmed.text.uppercased()), !isSeparated {
                result.append(UInt8(ascii: ";"))
            } else {
                result += bytes[index..<rest.startIndex]
            }
            index = rest.startIndex
        }
        return result[...]
    }

    private static func fields(_ network: WiFiNetwork) -> [PayloadField] {
        var list = FieldList(keepsEmpty: true)
        list.add(
            "ssid", .network, network.ssid,
            note: network.decodedName.map { .hexadecimalDigits(of: $0.singleLine(limit: 40)) })
        list.add("security", .security, network.securityTitle, json: .string(network.security.rawValue))
        list.add("password", .password, network.password, isSecret: true)
        list.add("hidden", .hidden, network.isHidden ? "yes" : "no", json: .bool(network.isHidden))
        list.add("eapMethod", .eapMethod, network.eapMethod)
        list.add("phase2Method", .phase2Method, network.phase2Method)
        list.add("anonymousIdentity", .anonymousIdentity, network.anonymousIdentity)
        list.add("identity", network.security == .wpa3 ? .passwordIdentifier : .identity, network.identity)
        list.add("transitionDisable", .wpa3TransitionDisable, network.transitionDisable)
        list.add("publicKey", .publicKey, network.publicKey)
        return list.fields
    }

    private static func warnings(_ network: WiFiNetwork, isComplete: Bool) -> [PayloadWarning] {
        var warnings: [PayloadWarning] = []
        if !isComplete { warnings.append(.incomplete) }
        if network.ssid.utf8.count > 32 { warnings.append(.ssidLength) }
        switch network.security {
        case .open: warnings.append(network.password == nil ? .openNetwork : .unusedPassword)
        case .wep: warnings.append(.weakSecurity)
        case .wpa where !isPlausibleKey(network.password ?? ""): warnings.append(.passwordLength)
        case .unknown: warnings.append(.unknownSecurity)
        case .wpa, .wpa3, .eap: break
        }
        if (network.ssid + (network.password ?? "")).hasHiddenCharacters { warnings.append(.hiddenCharacters) }
        return warnings
    }

    /// 8 to 63 bytes, or 64 hexadecimal digits (IEEE 802.11, J.4.1).
    private static func isPlausibleKey(_ password: String) -> Bool {
        let bytes = Array(password.utf8)
        return (8...63).contains(bytes.count) || bytes.count == 64 && bytes.allSatisfy { ASCII.hexValue($0) != nil }
    }
}
