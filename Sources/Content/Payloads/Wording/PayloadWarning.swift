import Formats

/// A reason for the user to be careful with a payload: every warning of every kind of content, in one list for translators.
///
/// A message is a sentence or two, each with a capital and a full stop; a value from the content may begin it.
package struct PayloadWarning: Hashable, Sendable {
    /// The stable name in JSON, in lower case with dashes: `userinfo`, `mixed-script`.
    package let name: String
    /// A sentence for display; contains no control characters.
    package let message: String

    private init(_ name: String, _ message: String) {
        self.name = name
        self.message = message.singleLine(limit: 640)
    }

    // Of any content.
    /// The format's end mark is missing.
    static let incomplete = PayloadWarning("incomplete", "The end is missing: parts may be cut off.")
    /// The text is longer than `PayloadRegistry.maximumLength`.
    static let oversized = PayloadWarning("oversized", "Longer than 64 KiB: shown in part and not interpreted.")
    /// The text contains invisible characters that change how the rest is displayed.
    static let hiddenCharacters = PayloadWarning(
        "hidden-characters", "Contains invisible characters that change how the text is shown.")

    // Web addresses.
    static func userinfo(_ user: String, leadsTo domain: String) -> PayloadWarning {
        PayloadWarning("userinfo", "\(user) before the @ is a user name. It leads to \(domain).")
    }
    static func ipHost(_ host: String, _ reach: WebHost.Reach) -> PayloadWarning {
        let place =
            switch reach {
            case .world: ""
            case .ownNetwork: ": something on your own network"
            case .ownComputer: ": this computer itself"
            }
        return PayloadWarning("ip-host", "Leads to an IP address, \(host), instead of a name\(place).")
    }
    static func port(_ port: UInt16) -> PayloadWarning { PayloadWarning("port", "Uses the unusual port \(port).") }
    static func shortener(_ host: String) -> PayloadWarning {
        PayloadWarning("shortener", "\(host) forwards to an address that cannot be seen here.")
    }
    static func obscured(_ host: String) -> PayloadWarning {
        PayloadWarning("obscured", "Written in a form that hides where it leads: \(host).")
    }
    static func doubleExtension(_ name: String) -> PayloadWarning {
        PayloadWarning("double-extension", "\(name) looks like a document, but is a program.")
    }
    static func mixedScript(_ host: String) -> PayloadWarning {
        PayloadWarning("mixed-script", "Mixes letters from several scripts: \(host).")
    }
    static func lookAlike(_ shown: String, leadsTo domain: String) -> PayloadWarning {
        PayloadWarning("look-alike", "Only looks like \(shown). It leads to \(domain).")
    }
    static func lookAlikeSeparator(_ code: String, looksLike shown: String, leadsTo domain: String) -> PayloadWarning {
        PayloadWarning(
            "look-alike-separator",
            "Contains \(code), which looks like \(shown) but is part of the name. It leads to \(domain).")
    }
    static func domainInside(_ inside: String, leadsTo domain: String) -> PayloadWarning {
        PayloadWarning("domain-inside", "\(inside) is only part of the name, not the domain. It leads to \(domain).")
    }
    static func longHost(_ count: Int, leadsTo domain: String) -> PayloadWarning {
        PayloadWarning("long-host", "The name is long, \(count) characters. It leads to \(domain).")
    }
    static func manyLabels(_ count: Int, leadsTo domain: String) -> PayloadWarning {
        PayloadWarning("many-labels", "The real domain comes after \(count) other names. It leads to \(domain).")
    }
    static func redirect(leadsTo inside: String, from domain: String) -> PayloadWarning {
        PayloadWarning("redirect", "\(domain) may redirect to \(inside), whose address it contains.")
    }
    static let invalidPunycode = PayloadWarning("invalid-punycode", "The host contains a label that cannot be decoded.")
    static func refused(_ scheme: RefusedScheme) -> PayloadWarning {
        let what =
            switch scheme {
            case .javascript, .vbscript: "runs a program in the browser"
            case .data: "shows a page contained in the link"
            case .file: "reads this computer's own files"
            case .intent: "starts an app with arguments from the link"
            }
        return PayloadWarning("refused-scheme", "\(scheme.rawValue): \(what), and is not opened from here.")
    }

    // People.
    static let shortNumber = PayloadWarning(
        "short-number", "Goes to a short number, which may be charged at a higher rate.")
    static let serviceCode = PayloadWarning(
        "service-code", "Dials a code for the telephone or its network, not a person's number.")

    // Access.
    static let ssidLength = PayloadWarning(
        "ssid-length", "The name is longer than 32 bytes, the maximum for a network.")
    static let unusedPassword = PayloadWarning(
        "unused-password", "It contains a password, but the network is marked as open.")
    static let openNetwork = PayloadWarning("open-network", "Anyone nearby can join this network and listen.")
    static let weakSecurity = PayloadWarning("weak-security", "WEP is broken: anyone nearby can find the password.")
    static let passwordLength = PayloadWarning("password-length", "A WPA password has 8 to 63 characters.")
    static let unknownSecurity = PayloadWarning("unknown-security", "The security type is unknown.")
    static let noSecret = PayloadWarning("no-secret", "It contains no secret: no password can be generated.")
    static let noCounter = PayloadWarning(
        "no-counter", "Its passwords are counter-based, but the counter is missing: no password can be generated.")
    static func partOfExport(_ count: UInt64) -> PayloadWarning {
        PayloadWarning("part", "One of \(count) codes of the same export; the others contain the other keys.")
    }
    static let signIn = PayloadWarning(
        "sign-in", "Scanning this with a phone signs in someone nearby: do it only for your own sign-in.")

    // Money.
    static let bankCodeMissing = PayloadWarning("no-bic", "Version 001 needs the bank's code, which is missing.")
    static let twoReferences = PayloadWarning(
        "two-references", "It has both a reference and a text; only one of them is allowed.")
    static let transferTooLong = PayloadWarning(
        "too-long", "Longer than the maximum of 331 bytes and 12 lines.")
    static let billTooLong = PayloadWarning("too-long", "Longer than the maximum of 34 lines.")
    static let billTextsTooLong = PayloadWarning(
        "too-long", "Text and billing information are longer than 140 characters together.")
    static let noTrailer = PayloadWarning("no-trailer", "Line 31 is not EPD: lines may be missing.")
    static let otherReferenceType = PayloadWarning(
        "reference-account", "The account is for QR references, but the reference is of another type.")
    static let otherAccountType = PayloadWarning(
        "reference-account", "The reference is a QR reference, but the account is not for QR references.")
    static let noReference = PayloadWarning("no-reference", "The reference that its type requires is missing.")
    static let checksumMissing = PayloadWarning(
        "checksum", "The checksum is missing: the content was changed or misread.")
    static let checksumWrong = PayloadWarning(
        "checksum", "The checksum is wrong: the content was changed or misread.")
    static func missingFields(_ tags: [String]) -> PayloadWarning {
        PayloadWarning("missing-fields", "Lacks required elements: \(tags.joined(separator: ", ")).")
    }
    static let requiresMore = PayloadWarning(
        "required", "Requires features that not every wallet supports: it may refuse the payment.")
    static let callsContract = PayloadWarning("contract", "Calls a contract, which may do more than pay.")

    // Trade.
    static let checkDigit = PayloadWarning("check-digit", "The check digit is wrong: it may be misread.")
    static func repeated(_ element: String) -> PayloadWarning {
        PayloadWarning("gs1-repeated", "\(element) is given twice, with different values.")
    }
    static func wrong(_ element: String, _ problems: [Note]) -> PayloadWarning {
        PayloadWarning("gs1-wrong", "\(element) is wrong: \(problems.map(\.text).joined(separator: ", ")).")
    }
    static func repeatedInLink(_ element: String) -> PayloadWarning {
        PayloadWarning("gs1-repeated", "\(element) is given twice.")
    }
    static let linkEndsInSlash = PayloadWarning("gs1-link", "A Digital Link must not end in a slash.")
    static func notInQuery(_ element: String) -> PayloadWarning {
        PayloadWarning("gs1-link", "\(element) must not be in the query of a Digital Link.")
    }
    static func belongsInPath(_ element: String) -> PayloadWarning {
        PayloadWarning("gs1-link", "\(element) belongs in the path of a Digital Link, not in its query.")
    }
    static func needsSerial(_ element: String) -> PayloadWarning {
        PayloadWarning("gs1-required", "\(element) needs its serial part with a digital signature (8030).")
    }
    /// - Parameter wanted: alternatives, each of the identifiers that it takes.
    static func needs(_ element: String, _ wanted: [[String]]) -> PayloadWarning {
        let wanted = wanted.map { $0.map { "(\($0))" }.joined(separator: " with ") }.joined(separator: " or ")
        return PayloadWarning("gs1-required", "\(element) needs \(wanted) with it.")
    }
    static func forbidden(_ element: String, beside other: String) -> PayloadWarning {
        PayloadWarning("gs1-forbidden", "\(element) must not be combined with (\(other)).")
    }
    static let withoutIdentifier = PayloadWarning(
        "gs1-unknown", "Some of it has no application identifier.")
    static func unknownIdentifier(_ identifier: String) -> PayloadWarning {
        PayloadWarning("gs1-unknown", "(\(identifier)) is not a known application identifier.")
    }

    // Documents.
    static let certificateDamaged = PayloadWarning("damaged", "The certificate's data cannot be read.")
    static let certificateUnverified = PayloadWarning(
        "unverified", "The signature is not verified here: anyone could have made it.")
    static let licenceUnverified = PayloadWarning(
        "unverified", "Its content is not verified: anyone could have made it.")
    static let ticketDamaged = PayloadWarning("damaged", "The ticket's data cannot be decompressed.")
    static let ticketWithoutRecords = PayloadWarning("damaged", "The ticket's data contains no records.")
    static let ticketUnsigned = PayloadWarning("unsigned", "It has no signature: anyone could have made it.")
}
