/// The kind of a payload, by its stable name.
package struct PayloadKind: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
    /// The name in JSON and in the history.
    package let rawValue: String

    /// Creates a kind with any name: a history may contain kinds of a newer version.
    package init(rawValue: String) { self.rawValue = rawValue }

    package var description: String { rawValue }

    /// For display, for example `Web address`; `rawValue` for unknown kinds.
    package var title: String { Self.table[self]?.title ?? rawValue }

    /// Whether payloads of this kind have fields that are masked.
    package var mayHoldSecret: Bool { Self.table[self]?.mayHoldSecret ?? false }

    /// Whether scans of this kind are kept unless the settings say otherwise.
    package var isKeptByDefault: Bool { Self.table[self]?.isKeptByDefault ?? true }

    /// Every kind, in the order of the groups.
    package static let all: [PayloadKind] = rows.map(\.kind)

    /// What such contents are mostly for, in a word or two: `join Wi-Fi`; nil if they are mostly read.
    package var purpose: String? { Self.table[self]?.purpose }

    private struct Row {
        let kind: PayloadKind
        let title: String
        let mayHoldSecret: Bool
        let isKeptByDefault: Bool
        let purpose: String?

        init(
            _ kind: PayloadKind, _ title: String, for purpose: String? = nil, mayHoldSecret: Bool = false,
            isKeptByDefault: Bool = true
        ) {
            (self.kind, self.title, self.purpose) = (kind, title, purpose)
            (self.mayHoldSecret, self.isKeptByDefault) = (mayHoldSecret, isKeptByDefault)
        }
    }

    private static let rows = [
        Row(.url, "Web address", for: "open link"), Row(.appLink, "App link"),
        Row(.contact, "Contact", for: "add contact"), Row(.email, "E-mail", for: "write e-mail"),
        Row(.phone, "Phone number", for: "call"), Row(.message, "Text message", for: "write message"),
        Row(.place, "Place", for: "show on map"), Row(.event, "Event", for: "add to calendar"),
        Row(.wifi, "Wi-Fi network", for: "join Wi-Fi", mayHoldSecret: true),
        Row(.oneTimePassword, "One-time password", mayHoldSecret: true, isKeptByDefault: false),
        Row(.smartHome, "Smart-home device", mayHoldSecret: true), Row(.easyConnect, "Easy Connect device"),
        Row(.sim, "Embedded SIM", mayHoldSecret: true),
        Row(.fido, "Sign-in by passkey", mayHoldSecret: true, isKeptByDefault: false),
        Row(.payment, "Payment"),
        Row(.paymentCard, "Payment card", mayHoldSecret: true, isKeptByDefault: false),
        Row(.crypto, "Cryptocurrency payment"),
        Row(.gtin, "Product", for: "look up"), Row(.book, "Book", for: "look up"),
        Row(.periodical, "Periodical", for: "look up"), Row(.music, "Printed music", for: "look up"),
        Row(.restricted, "In-store product", for: "look up"), Row(.coupon, "Coupon"), Row(.gs1, "GS1 data"),
        Row(.vehicle, "Vehicle"),
        Row(.mail, "Mail item"), Row(.partLabel, "Part label"), Row(.inventory, "Inventory code"),
        Row(.boardingPass, "Boarding pass", for: "add to calendar"),
        Row(.licence, "Driving licence", mayHoldSecret: true, isKeptByDefault: false),
        Row(.railTicket, "Rail ticket"),
        Row(.healthCertificate, "Health certificate", mayHoldSecret: true, isKeptByDefault: false),
        Row(.ticket, "Ticket"), Row(.json, "JSON"), Row(.text, "Text"), Row(.bytes, "Bytes"),
        Row(.part, "Part of a longer message", mayHoldSecret: true),
    ]

    private static let table = Dictionary(rows.map { ($0.kind, $0) }, uniquingKeysWith: { first, _ in first })

    /// An `http` or `https` address.
    package static let url = PayloadKind(rawValue: "url")
    /// A link with another scheme, which an app or another program opens.
    package static let appLink = PayloadKind(rawValue: "app-link")
    package static let contact = PayloadKind(rawValue: "contact")
    package static let email = PayloadKind(rawValue: "email")
    package static let phone = PayloadKind(rawValue: "phone")
    /// A text message (SMS or MMS) to send.
    package static let message = PayloadKind(rawValue: "sms")
    package static let place = PayloadKind(rawValue: "geo")
    package static let event = PayloadKind(rawValue: "event")
    package static let wifi = PayloadKind(rawValue: "wifi")
    /// The key that one-time passwords are made of.
    package static let oneTimePassword = PayloadKind(rawValue: "otp")
    /// The setup code of a Matter or HomeKit device.
    package static let smartHome = PayloadKind(rawValue: "smart-home")
    /// The key by which a device is brought into a Wi-Fi network (DPP).
    package static let easyConnect = PayloadKind(rawValue: "dpp")
    /// The profile of an embedded SIM (eSIM).
    package static let sim = PayloadKind(rawValue: "esim")
    package static let fido = PayloadKind(rawValue: "fido")
    /// A payment order: EPC, Swiss QR bill, EMVCo merchant, UPI, Swish.
    package static let payment = PayloadKind(rawValue: "payment")
    /// A payment card's number or magnetic stripe.
    package static let paymentCard = PayloadKind(rawValue: "payment-card")
    package static let crypto = PayloadKind(rawValue: "crypto")
    package static let gtin = PayloadKind(rawValue: "gtin")
    package static let book = PayloadKind(rawValue: "isbn")
    package static let periodical = PayloadKind(rawValue: "issn")
    package static let music = PayloadKind(rawValue: "ismn")
    /// A product number that is a store's own, perhaps with its price or weight.
    package static let restricted = PayloadKind(rawValue: "in-store")
    package static let coupon = PayloadKind(rawValue: "coupon")
    package static let gs1 = PayloadKind(rawValue: "gs1")
    package static let vehicle = PayloadKind(rawValue: "vin")
    /// A letter or parcel, by the code that a post office printed on it.
    package static let mail = PayloadKind(rawValue: "mail")
    /// A part or a parcel, by the label of a distributor.
    package static let partLabel = PayloadKind(rawValue: "part-label")
    /// A thing of an inventory system.
    package static let inventory = PayloadKind(rawValue: "inventory")
    /// A boarding pass of IATA's form.
    package static let boardingPass = PayloadKind(rawValue: "boarding-pass")
    /// A driving licence of AAMVA's form.
    package static let licence = PayloadKind(rawValue: "licence")
    /// A rail ticket of UIC's form.
    package static let railTicket = PayloadKind(rawValue: "rail-ticket")
    /// A health certificate of the European Union.
    package static let healthCertificate = PayloadKind(rawValue: "health-certificate")
    /// A ticket of this program's.
    package static let ticket = PayloadKind(rawValue: "ticket")
    package static let json = PayloadKind(rawValue: "json")
    /// Text that is not of another kind.
    package static let text = PayloadKind(rawValue: "text")
    /// Bytes that are not text in any charset.
    package static let bytes = PayloadKind(rawValue: "bytes")
    package static let part = PayloadKind(rawValue: "part")
}
