/// The keys of pass.json: Apple's Wallet Passes documentation (Pass and what it holds), and the PassKit Package Format Reference before it.
enum PassFormat {
    static let pass = PassObject(
        standard + relevance + appearance + services + eventLinks + boardingLinks
            + PassStyle.allCases.map { PassKey($0.rawValue, .object(fields(of: $0))) })

    private static let standard =
        passKeys(.within(1...1), "formatVersion", isRequired: true)
        + passKeys(
            .nonEmpty, "passTypeIdentifier teamIdentifier serialNumber organizationName description", isRequired: true)
        + passKeys(.date, "expirationDate") + passKeys(.flag, "voided sharingProhibited")
        + passKeys(.anything, "userInfo") + passKeys(.text, "appLaunchURL")
        + passKeys(.list(.whole, most: 100), "associatedStoreIdentifiers auxiliaryStoreIdentifiers")
        + passKeys(.anything, "nfc")

    private static let relevance = [
        PassKey("relevantDate", .date, successor: "relevantDates"),
        PassKey(
            "relevantDates",
            .objects(
                [PassKey("date", .date), PassKey("relevantDate", .date, successor: "date")]
                    + passKeys(.date, "startDate endDate"), most: 100)),
        PassKey(
            "locations",
            .objects(
                passKeys(.within(-90...90), "latitude", isRequired: true)
                    + passKeys(.within(-180...180), "longitude", isRequired: true)
                    + passKeys(.number, "altitude") + passKeys(.text, "relevantText"), most: 10)),
        PassKey("maxDistance", .within(0...40_000_000)),
        PassKey(
            "beacons",
            .objects(
                passKeys(.uuid, "proximityUUID", isRequired: true) + passKeys(.within(0...65_535), "major minor")
                    + passKeys(.text, "relevantText"), most: 10)),
    ]

    static let barcodeFormats = PassBarcode.formats.map(\.name)

    private static func barcode(_ format: PassRule) -> PassRule {
        .members(
            passKeys(format, "format", isRequired: true)
                + passKeys(.nonEmpty, "message messageEncoding", isRequired: true) + passKeys(.text, "altText"))
    }

    private static let events: Set<PassStyle> = [.eventTicket]

    private static let appearance: [PassKey] =
        [
            // One format that is known is enough: `PassValidation.checkFormats`.
            PassKey("barcodes", .list(barcode(.nonEmpty), most: 10)),
            // Code 128 came with iOS 9, and only in the list.
            PassKey("barcode", barcode(.choice(barcodeFormats.dropLast())), successor: "barcodes"),
        ] + passKeys(.colour, "backgroundColor foregroundColor labelColor stripColor")
        + passKeys(.colour, "footerBackgroundColor", styles: events) + passKeys(.text, "logoText")
        + passKeys(.flag, "suppressStripShine")
        + passKeys(.text, "suppressHeaderDarkening:flag useAutomaticColors:flag eventLogoText", styles: events)
        + passKeys(.text, "groupingIdentifier", styles: [.eventTicket, .boardingPass])
        + passKeys(
            .list(.choice(PassStyle.schemes), most: 10), "preferredStyleSchemes", styles: [.eventTicket, .boardingPass])
        + passKeys(.list(.object(PassUpcoming.entry), most: 100), "upcomingPassInformation", styles: events)
        + passKeys(.object(PassSemantics.tags), "semantics")

    private static let services = passKeys(.webAddress, "webServiceURL") + passKeys(.text, "authenticationToken")

    private static let eventLinks = links(styles: events)

    /// Where an event's guide leads, of the pass or of one of its events.
    static func links(styles: Set<PassStyle>?) -> [PassKey] {
        passKeys(
            .webAddress,
            """
            accessibilityURL addOnURL bagPolicyURL contactVenueWebsite directionsInformationURL merchandiseURL orderFoodURL
            parkingInformationURL purchaseParkingURL sellURL transferURL transitInformationURL
            """, styles: styles) + passKeys(.text, "contactVenueEmail contactVenuePhoneNumber", styles: styles)
    }

    private static let boardingLinks =
        passKeys(
            .webAddress,
            """
            changeSeatURL entertainmentURL managementURL purchaseAdditionalBaggageURL purchaseLoungeAccessURL
            purchaseWifiURL registerServiceAnimalURL reportLostBagURL requestWheelchairURL trackBagsURL
            transitProviderWebsiteURL upgradeURL
            """, styles: [.boardingPass])
        + passKeys(.text, "transitProviderEmail transitProviderPhoneNumber", styles: [.boardingPass])

    private static func fields(of style: PassStyle) -> PassObject {
        var keys = [PassSection.headerFields, .primaryFields, .secondaryFields, .auxiliaryFields, .backFields].map {
            PassKey($0.rawValue, .list(.object(field), most: 100))
        }
        if style == .eventTicket {
            keys.append(PassKey(PassSection.additionalInfoFields.rawValue, .list(.object(field), most: 100)))
        }
        if style == .boardingPass {
            let types = choice("PKTransitType", "Air Boat Bus Generic Train")
            keys.insert(PassKey("transitType", types, isRequired: true), at: 0)
        }
        return PassObject(keys)
    }

    static let field = PassObject(
        passKeys(.nonEmpty, "key", isRequired: true) + passKeys(.text, "label")
            + passKeys(.fieldValue, "value", isRequired: true) + passKeys(.fieldValue, "attributedValue")
            + passKeys(.text, "changeMessage")
            + passKeys(choice("PKTextAlignment", "Left Center Right Natural"), "textAlignment")
            + passKeys(
                .list(choice("PKDataDetectorType", "PhoneNumber Link Address CalendarEvent"), most: 4),
                "dataDetectorTypes")
            + passKeys(choice("PKDateStyle", "None Short Medium Long Full"), "dateStyle timeStyle")
            + passKeys(.flag, "ignoresTimeZone isRelative") + passKeys(.currency, "currencyCode")
            + passKeys(choice("PKNumberStyle", "Decimal Percent Scientific SpellOut"), "numberStyle")
            + passKeys(.within(0...1), "row") + passKeys(.object(PassSemantics.tags), "semantics"))

    /// Names of Apple's that begin alike.
    private static func choice(_ beginning: String, _ names: String) -> PassRule {
        .choice(names.split(separator: " ").map { beginning + $0 })
    }
}
