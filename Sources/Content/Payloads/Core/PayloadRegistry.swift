import Formats
import Symbols

/// The ordered list of parsers; the first that recognises the content wins.
package enum PayloadRegistry {
    /// The maximum length of text that is parsed, in bytes of UTF-8. No single symbol holds as much, only joined or imported
    /// content can. Parsers may rely on it.
    package static let maximumLength = 65_536

    /// All parsers. Web addresses come last, because recognising bare domains is greedy and would hide the kinds with exact
    /// prefixes. Text is the fallback.
    private static let parsers: [any PayloadParser.Type] = [
        // Exact prefixes.
        WiFiPayload.self, OneTimePasswordPayload.self, SmartHomePayload.self, EasyConnectPayload.self, SIMPayload.self,
        FIDOPayload.self, VCardPayload.self,
        MeCardPayload.self, BizCardPayload.self,
        KDDIContactPayload.self, BookmarkPayload.self, EventPayload.self, PhonePayload.self, MessagePayload.self,
        PlacePayload.self, EPCPayload.self, SwissBillPayload.self, UPIPayload.self, PaymentCardPayload.self,
        CryptoPayload.self,
        HealthCertificatePayload.self, LicencePayload.self, TicketPayload.self,
        // What the symbology says, and formats with a structure or a checksum of their own.
        ProductPayload.self, GS1Payload.self, VehiclePayload.self, MailPayload.self,
        BoardingPassPayload.self, PartLabelPayload.self, InventoryCodePayload.self, JSONPayload.self,
        LightningPayload.self, MerchantPayload.self, SwishPayload.self,
        // What other text may look like.
        EmailPayload.self, WebAddressPayload.self, AppLinkPayload.self,
    ]

    /// Parses `content`. The kind is text or bytes when no parser recognises it, and part for one part of a message.
    static func parse(_ content: SymbolContent, today: CivilDate) -> Payload {
        // Before the parsers: the first part of an address would look like an address.
        if let part = content.part { return PartPayload.payload(of: content, part: part) }
        // Bytes, whatever text a reader makes of them.
        if let ticket = RailTicketPayload.parse(content, today: today) { return ticket }
        guard let text = content.text else { return BytesPayload.payload(of: content) }
        guard let input = PayloadInput(content: content, text: text, today: today) else {
            return TextPayload.payload(of: content, text: text)
        }
        for parser in parsers {
            if let payload = parser.parse(input) { return payload }
        }
        return TextPayload.payload(of: content, text: text)
    }
}

/// Recognises one format. The input is untrusted: parsers run in linear time and never trap.
protocol PayloadParser: Sendable {
    /// Returns nil when `input` is not in this format.
    static func parse(_ input: PayloadInput) -> Payload?
}

/// The input of parsers: text of at most `PayloadRegistry.maximumLength` bytes.
struct PayloadInput: Sendable {
    let content: SymbolContent
    /// What dates are compared with.
    let today: CivilDate
    /// The text as UTF-8, without byte order mark and leading white space.
    let bytes: ArraySlice<UInt8>

    /// Returns nil when `text` is too long.
    init?(content: SymbolContent, text: String, today: CivilDate) {
        guard text.utf8.count <= PayloadRegistry.maximumLength else { return nil }
        (self.content, self.today) = (content, today)
        var bytes = text.utf8Slice
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { bytes = bytes.dropFirst(3) }
        self.bytes = bytes.drop { ASCII.isSpace($0) }
    }
}
