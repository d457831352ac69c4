/// The keys of pass.json: Apple's Wallet Passes documentation (Pass and what it holds), and the PassKit Package Format Reference before it.
enum PassFormat {
    static let pass = PassObject(
        standard + relevance + appearance + services + eventLinks + boardingLinks
            + PassStyle.allCases.map { PassKey($0.rawValue, .object(fields(of: $0))) })

    private static let standard = [
        PassKey("formatVersion", .within(1...1), isRequired: true),
        PassKey("passTypeIdentifier", .nonEmpty, isRequired: true),
        PassKey("teamIdentifier", .nonEmpty, isRequired: true),
        PassKey("serialNumber", .nonEmpty, isRequired: true),
        PassKey("organizationName", .nonEmpty, isRequired: true),
        PassKey("description", .nonEmpty, isRequired: true),
        PassKey("expirationDate", .date),
        PassKey("voided", .flag),
        PassKey("sharingProhibited", .flag),
        PassKey("userInfo", .anything),
        PassKey("appLaunchURL", .text),
        PassKey("associatedStoreIdentifiers", .list(.whole, most: 100)),
        PassKey("auxiliaryStoreIdentifiers", .list(.whole, most: 100)),
        PassKey("nfc", .anything),
    ]

    private static let relevance = [
        PassKey("relevantDate", .date, successor: "relevantDates"),
        PassKey(
            "relevantDates",
            .list(
                .object(
                    PassObject([
                        PassKey("date", .date), PassKey("relevantDate", .date, successor: "date"),
                        PassKey("startDate", .date), PassKey("endDate", .date),
                    ])),
                most: 100)),
        PassKey(
            "locations",
            .list(
                .object(
                    PassObject([
                        PassKey("latitude", .within(-90...90), isRequired: true),
                        PassKey("longitude", .within(-180...180), isRequired: true), PassKey("altitude", .number),
                        PassKey("relevantText", .text),
                    ])), most: 10)),
        PassKey("maxDistance", .within(0...40_000_000)),
        PassKey(
            "beacons",
            .list(
                .object(
                    PassObject([
                        PassKey("proximityUUID", .uuid, isRequired: true), PassKey("major", .within(0...65_535)),
                        PassKey("minor", .within(0...65_535)), PassKey("relevantText", .text),
                    ])), most: 10)),
    ]

    static let barcodeFormats = [
        "PKBarcodeFormatQR", "PKBarcodeFormatPDF417", "PKBarcodeFormatAztec", "PKBarcodeFormatCode128",
    ]

    private static func barcode(_ format: PassRule) -> PassRule {
        .object(
            PassObject([
                PassKey("format", format, isRequired: true),
                PassKey("message", .nonEmpty, isRequired: true),
                PassKey("messageEncoding", .nonEmpty, isRequired: true), PassKey("altText", .text),
            ]))
    }

    private static let events: Set<PassStyle> = [.eventTicket]

    private static let appearance = [
        // One format that is known is enough: `PassValidation.checkFormats`.
        PassKey("barcodes", .list(barcode(.nonEmpty), most: 10)),
        // Code 128 came with iOS 9, and only in the list.
        PassKey("barcode", barcode(.choice(barcodeFormats.dropLast())), successor: "barcodes"),
        PassKey("backgroundColor", .colour), PassKey("foregroundColor", .colour), PassKey("labelColor", .colour),
        PassKey("stripColor", .colour), PassKey("footerBackgroundColor", .colour, styles: events),
        PassKey("logoText", .text), PassKey("suppressStripShine", .flag),
        PassKey("suppressHeaderDarkening", .flag, styles: events),
        PassKey("useAutomaticColors", .flag, styles: events), PassKey("eventLogoText", .text, styles: events),
        PassKey("groupingIdentifier", .text, styles: [.eventTicket, .boardingPass]),
        PassKey("preferredStyleSchemes", .list(.text, most: 10), styles: [.eventTicket, .boardingPass]),
        PassKey("upcomingPassInformation", .anything, styles: events),
        PassKey("semantics", .object(PassSemantics.tags)),
    ]

    private static let services = [
        PassKey("webServiceURL", .webAddress), PassKey("authenticationToken", .text),
    ]

    private static let eventLinks =
        [
            "accessibilityURL", "addOnURL", "bagPolicyURL", "contactVenueWebsite", "directionsInformationURL",
            "merchandiseURL", "orderFoodURL", "parkingInformationURL", "purchaseParkingURL", "sellURL", "transferURL",
            "transitInformationURL",
        ].map { PassKey($0, .webAddress, styles: events) }
        + ["contactVenueEmail", "contactVenuePhoneNumber"].map { PassKey($0, .text, styles: events) }

    private static let boardingLinks =
        [
            "changeSeatURL", "entertainmentURL", "managementURL", "purchaseAdditionalBaggageURL",
            "purchaseLoungeAccessURL", "purchaseWifiURL", "registerServiceAnimalURL", "reportLostBagURL",
            "requestWheelchairURL", "trackBagsURL", "transitProviderWebsiteURL", "upgradeURL",
        ].map { PassKey($0, .webAddress, styles: [.boardingPass]) }
        + ["transitProviderEmail", "transitProviderPhoneNumber"].map {
            PassKey($0, .text, styles: [.boardingPass])
        }

    private static func fields(of style: PassStyle) -> PassObject {
        var keys = [PassSection.headerFields, .primaryFields, .secondaryFields, .auxiliaryFields, .backFields].map {
            PassKey($0.rawValue, .list(.object(field), most: 100))
        }
        if style == .eventTicket {
            keys.append(PassKey(PassSection.additionalInfoFields.rawValue, .list(.object(field), most: 100)))
        }
        if style == .boardingPass {
            let types = ["Air", "Boat", "Bus", "Generic", "Train"].map { "PKTransitType\($0)" }
            keys.insert(PassKey("transitType", .choice(types), isRequired: true), at: 0)
        }
        return PassObject(keys)
    }

    private static let dateStyles = ["None", "Short", "Medium", "Long", "Full"].map { "PKDateStyle\($0)" }

    static let field = PassObject([
        PassKey("key", .nonEmpty, isRequired: true),
        PassKey("label", .text),
        PassKey("value", .fieldValue, isRequired: true),
        PassKey("attributedValue", .fieldValue),
        PassKey("changeMessage", .text),
        PassKey(
            "textAlignment",
            .choice(["Left", "Center", "Right", "Natural"].map { "PKTextAlignment\($0)" })),
        PassKey(
            "dataDetectorTypes",
            .list(
                .choice(["PhoneNumber", "Link", "Address", "CalendarEvent"].map { "PKDataDetectorType\($0)" }), most: 4)
        ),
        PassKey("dateStyle", .choice(dateStyles)), PassKey("timeStyle", .choice(dateStyles)),
        PassKey("ignoresTimeZone", .flag), PassKey("isRelative", .flag),
        PassKey("currencyCode", .currency),
        PassKey(
            "numberStyle",
            .choice(["Decimal", "Percent", "Scientific", "SpellOut"].map { "PKNumberStyle\($0)" })),
        PassKey("row", .within(0...1)), PassKey("semantics", .object(PassSemantics.tags)),
    ])
}
