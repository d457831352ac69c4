/// The kind of a payload, by its stable name.
public struct PayloadKind: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
    /// The name in JSON and in the history.
    public let rawValue: String

    /// Creates a kind with any name: a history may contain kinds of a newer version.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// `rawValue`.
    public var description: String { rawValue }

    /// For display, for example `Web address`; `rawValue` for unknown kinds.
    public var title: String { Self.table[self]?.title ?? rawValue }

    /// Whether payloads of this kind have fields that are masked.
    public var mayHoldSecret: Bool { Self.table[self]?.mayHoldSecret ?? false }

    /// Whether scans of this kind are kept unless the settings say otherwise.
    public var isKeptByDefault: Bool { Self.table[self]?.isKeptByDefault ?? true }

    /// Every kind, in the order of the groups.
    public static let all: [PayloadKind] = rows.map(\.kind)

    /// Whether such contents are mostly for doing something with them: opening, calling, joining.
    public var isForActing: Bool { Self.forActing.contains(self) }

    private static let forActing: Set<PayloadKind> = [
        .url, .contact, .email, .phone, .message, .place, .event, .wifi,
    ]

    private struct Row {
        var kind: PayloadKind
        var title: String
        var mayHoldSecret = false
        var isKeptByDefault = true

        init(_ kind: PayloadKind, _ title: String, mayHoldSecret: Bool = false, isKeptByDefault: Bool = true) {
            (self.kind, self.title) = (kind, title)
            (self.mayHoldSecret, self.isKeptByDefault) = (mayHoldSecret, isKeptByDefault)
        }
    }

    private static let rows = [
        Row(.url, "Web address"), Row(.contact, "Contact"), Row(.email, "E-mail"), Row(.phone, "Phone number"),
        Row(.message, "Text message"), Row(.place, "Place"), Row(.event, "Event"),
        Row(.wifi, "Wi-Fi network", mayHoldSecret: true),
        Row(.oneTimePassword, "One-time password", mayHoldSecret: true, isKeptByDefault: false),
        Row(.smartHome, "Smart-home device", mayHoldSecret: true),
        Row(.fido, "Sign-in by passkey", mayHoldSecret: true, isKeptByDefault: false),
        Row(.payment, "Payment"),
        Row(.paymentCard, "Payment card", mayHoldSecret: true, isKeptByDefault: false),
        Row(.crypto, "Cryptocurrency payment"),
        Row(.gtin, "Product"), Row(.book, "Book"), Row(.periodical, "Periodical"), Row(.music, "Printed music"),
        Row(.restricted, "In-store product"), Row(.coupon, "Coupon"), Row(.gs1, "GS1 data"), Row(.vehicle, "Vehicle"),
        Row(.boardingPass, "Boarding pass"),
        Row(.licence, "Driving licence", mayHoldSecret: true, isKeptByDefault: false),
        Row(.railTicket, "Rail ticket"),
        Row(.healthCertificate, "Health certificate", mayHoldSecret: true, isKeptByDefault: false),
        Row(.ticket, "Ticket"), Row(.json, "JSON"), Row(.text, "Text"), Row(.bytes, "Bytes"),
        Row(.part, "Part of a longer message", mayHoldSecret: true),
    ]

    private static let table = Dictionary(rows.map { ($0.kind, $0) }, uniquingKeysWith: { first, _ in first })

    /// An `http` or `https` address.
    public static let url = PayloadKind(rawValue: "url")
    /// One or more people or organisations.
    public static let contact = PayloadKind(rawValue: "contact")
    /// An e-mail to write.
    public static let email = PayloadKind(rawValue: "email")
    /// A phone number to call.
    public static let phone = PayloadKind(rawValue: "phone")
    /// A text message (SMS or MMS) to send.
    public static let message = PayloadKind(rawValue: "sms")
    /// A place on the earth.
    public static let place = PayloadKind(rawValue: "geo")
    /// An event of a calendar.
    public static let event = PayloadKind(rawValue: "event")
    /// The settings of a Wi-Fi network.
    public static let wifi = PayloadKind(rawValue: "wifi")
    /// The key that one-time passwords are made of.
    public static let oneTimePassword = PayloadKind(rawValue: "otp")
    /// The setup code of a Matter or HomeKit device.
    public static let smartHome = PayloadKind(rawValue: "smart-home")
    /// A FIDO sign-in by another device.
    public static let fido = PayloadKind(rawValue: "fido")
    /// A payment order: EPC, Swiss QR bill, EMVCo merchant, UPI, Swish.
    public static let payment = PayloadKind(rawValue: "payment")
    /// A payment card's number or magnetic stripe.
    public static let paymentCard = PayloadKind(rawValue: "payment-card")
    /// A payment in a cryptocurrency.
    public static let crypto = PayloadKind(rawValue: "crypto")
    /// A product by its GTIN.
    public static let gtin = PayloadKind(rawValue: "gtin")
    /// A book by its ISBN.
    public static let book = PayloadKind(rawValue: "isbn")
    /// A periodical by its ISSN.
    public static let periodical = PayloadKind(rawValue: "issn")
    /// Printed music by its ISMN.
    public static let music = PayloadKind(rawValue: "ismn")
    /// A product number that is a store's own, perhaps with its price or weight.
    public static let restricted = PayloadKind(rawValue: "in-store")
    /// A coupon.
    public static let coupon = PayloadKind(rawValue: "coupon")
    /// Data under GS1 application identifiers.
    public static let gs1 = PayloadKind(rawValue: "gs1")
    /// A vehicle by its identification number.
    public static let vehicle = PayloadKind(rawValue: "vin")
    /// A boarding pass of IATA's form.
    public static let boardingPass = PayloadKind(rawValue: "boarding-pass")
    /// A driving licence of AAMVA's form.
    public static let licence = PayloadKind(rawValue: "licence")
    /// A rail ticket of UIC's form.
    public static let railTicket = PayloadKind(rawValue: "rail-ticket")
    /// A health certificate of the European Union.
    public static let healthCertificate = PayloadKind(rawValue: "health-certificate")
    /// A ticket of this program's.
    public static let ticket = PayloadKind(rawValue: "ticket")
    /// A JSON object or array.
    public static let json = PayloadKind(rawValue: "json")
    /// Text that is not of another kind.
    public static let text = PayloadKind(rawValue: "text")
    /// Bytes that are not text in any charset.
    public static let bytes = PayloadKind(rawValue: "bytes")
    /// One part of a structured append sequence.
    public static let part = PayloadKind(rawValue: "part")
}
