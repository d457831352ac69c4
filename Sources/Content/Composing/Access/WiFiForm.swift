import Formats

/// The settings of a Wi-Fi network, in the format of ZXing (github.com/zxing/zxing/wiki/Barcode-Contents).
enum WiFiForm {
    static let form = PayloadForm(
        "wifi", "Wi-Fi network",
        fields: [
            .text("ssid", "Network name", "Enter the name of the network (SSID)", like: "Cafe", isRequired: true),
            FormEntry("password", "Password", "Enter the password of the network", .secret),
            .choice(
                "security", "Security", "How the network is protected",
                [
                    .init("wpa", "WPA or WPA2"), .init("wpa2", "WPA2"), .init("wpa3", "WPA3 only (SAE)"),
                    .init("wep", "WEP, which is insecure"), .init("none"),
                    .init("eap", "WPA2 with user accounts (802.1X)"),
                ]),
            FormEntry("hidden", "Hidden", "The network hides its name", .check),
            .choice(
                "eap-method", "EAP method", "How users authenticate",
                ["PEAP", "TTLS", "PWD", "FAST"].map { .init($0) }
            ).only(with: "security", "eap"),
            .choice(
                "phase2-method", "Inner method", "The method inside PEAP and TTLS",
                [.init("MSCHAPV2"), .init("GTC"), .init("PAP"), .init("none")]
            ).only(with: "security", "eap"),
            .text("identity", "User name", "The account's name").only(with: "security", "eap"),
            .text("anonymous-identity", "Anonymous user name", "The name that is sent without encryption")
                .only(with: "security", "eap"),
        ]
    ) { entries throws(FormError) in
        let (name, security) = (entries.exact("ssid"), entries.choice("security"))
        guard name.utf8.count <= 32 else {
            throw FormError("ssid", "it has \(name.utf8.count) bytes, but a network's name has at most 32: shorten it")
        }
        if security != "eap" {
            try entries.refuse(
                ["identity", "anonymous-identity", "eap-method", "phase2-method"],
                because: "only networks with user accounts have this: choose the security eap, or leave it out")
        }
        let password = entries.exact("password")
        try check(password, for: security)
        var content = "WIFI:T:\(types[security] ?? "WPA");S:\(writtenName(name));"
        if !password.isEmpty { content += "P:\(escaped(password));" }
        if security == "eap" { content += eapFields(entries) }
        if entries.isChecked("hidden") { content += "H:true;" }
        return ComposedContent(content + ";")
    }

    /// What stands in `T`, by what is chosen.
    private static let types = [
        "wpa": "WPA", "wpa2": "WPA2", "wpa3": "SAE", "wep": "WEP", "none": "nopass", "eap": "WPA2-EAP",
    ]

    private static func check(_ password: String, for security: String) throws(FormError) {
        func problem(_ reason: String) -> FormError { FormError("password", reason) }
        let bytes = Array(password.utf8)
        let isHexadecimal = bytes.allSatisfy { ASCII.hexValue($0) != nil }
        switch security {
        case "none":
            if !bytes.isEmpty { throw problem("an open network has none: leave it out, or choose the security wpa") }
        case _ where bytes.isEmpty:
            throw problem("it is missing: enter it, or set the security to none")
        case "wpa", "wpa2":
            // IEEE 802.11, J.4.1.
            guard 8...63 ~= bytes.count || bytes.count == 64 && isHexadecimal else {
                throw problem(
                    "it has \(bytes.count) bytes: a WPA password has 8 to 63, or is a key of 64 hexadecimal digits")
            }
        case "wep":
            guard [5, 13].contains(bytes.count) || [10, 26].contains(bytes.count) && isHexadecimal else {
                throw problem("a WEP key has 5 or 13 characters, or 10 or 26 hexadecimal digits: correct it")
            }
        default:
            // IEEE 802.11 sets no limit for SAE; 128 is what supplicants take.
            guard bytes.count <= 128 else {
                throw problem("it has \(bytes.count) bytes, but the maximum is 128: shorten it")
            }
        }
    }

    private static func eapFields(_ entries: Entries) -> String {
        let method = entries.choice("eap-method")
        var fields = "E:\(method);"
        let phase2 = entries.choice("phase2-method")
        if method != "PWD", phase2 != "none" { fields += "PH2:\(phase2);" }
        for (key, id) in [("A", "anonymous-identity"), ("I", "identity")] where !entries[id].isEmpty {
            fields += "\(key):\(escaped(entries[id]));"
        }
        return fields
    }

    /// A name that might be taken for bytes in hexadecimal digits is quoted, as the format asks.
    private static func writtenName(_ name: String) -> String {
        let looksHexadecimal = name.utf8.count % 2 == 0 && name.utf8.allSatisfy { ASCII.hexValue($0) != nil }
        return looksHexadecimal ? "\"\(name)\"" : escaped(name)
    }

    /// With a backslash before each `\`, `;`, `,`, `:` and `"`.
    static func escaped(_ value: String) -> String {
        var result: [UInt8] = []
        for byte in value.utf8 {
            if "\\;,:\"".utf8.contains(byte) { result.append(UInt8(ascii: "\\")) }
            result.append(byte)
        }
        return String(decoding: result, as: UTF8.self)
    }
}
