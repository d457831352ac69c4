import Formats

@testable import Passes

/// Passes of all kinds, in the shape of those that Apple and others have published, which together have every key.
enum PassSamples {
    static let keys: [JSONValue.Member] = [
        .init("formatVersion", 1), .init("passTypeIdentifier", "pass.org.example.ticket"),
        .init("teamIdentifier", "A1B2C3D4E5"), .init("serialNumber", "E-0001"),
        .init("organizationName", "Example Events"), .init("description", "Ticket"),
    ]

    static let icons = ["icon.png": png(29, 29), "icon@2x.png": png(58, 58), "icon@3x.png": png(87, 87)]

    static func field(_ key: String, _ value: JSONValue, _ more: [(String, JSONValue)] = []) -> JSONValue {
        .object([.init("key", .string(key)), .init("value", value)] + more.map { JSONValue.Member($0.0, $0.1) })
    }

    /// A pass of a style with the sections of `style` and other keys.
    static func json(_ style: String, _ sections: JSONValue, _ more: [(String, JSONValue)] = []) -> JSONValue {
        .object(keys + more.map { JSONValue.Member($0.0, $0.1) } + [.init(style, sections)])
    }

    static func package(_ json: JSONValue, _ files: [String: [UInt8]] = [:]) -> PassPackage {
        PassPackage(
            files: icons.merging(files, uniquingKeysWith: { $1 }).merging(
                ["pass.json": Pass(json).bytes], uniquingKeysWith: { $1 }))
    }

    static func code(_ format: String, _ message: String = "E-0001", encoding: String = "iso-8859-1") -> JSONValue {
        [
            "format": .string("PKBarcodeFormat\(format)"), "message": .string(message),
            "messageEncoding": .string(encoding), "altText": "E-0001",
        ]
    }

    private static let ticket: JSONValue = [
        "headerFields": .array([field("gate", "B2", [("label", "GATE")])]),
        "primaryFields": .array([field("event", "The Beat Goes On", [("label", "EVENT")])]),
        "secondaryFields": .array([field("place", "Moscone West", [("label", "LOCATION")])]),
        "auxiliaryFields": .array([
            field("seat", "12A", [("label", "SEAT"), ("row", 0)]), field("row", "3", [("row", 1)]),
        ]),
        "backFields": .array([
            field(
                "terms", "See https://example.org or call 555-0100",
                [
                    (
                        "dataDetectorTypes",
                        [
                            "PKDataDetectorTypeLink", "PKDataDetectorTypePhoneNumber", "PKDataDetectorTypeAddress",
                            "PKDataDetectorTypeCalendarEvent",
                        ]
                    ), ("attributedValue", "<a href='https://example.org'>Terms</a>"),
                ])
        ]),
        "additionalInfoFields": .array([field("bags", "Small bags only", [("label", "BAGS")])]),
    ]
    private static let plain: JSONValue = ["primaryFields": .array([field("name", "Value", [("label", "NAME")])])]

    private static func boarding(_ transit: String) -> JSONValue {
        [
            "transitType": .string("PKTransitType\(transit)"),
            "primaryFields": .array([
                field("from", "SFO", [("label", "San Francisco")]), field("to", "TXL", [("label", "Berlin")]),
            ]),
            "auxiliaryFields": .array([
                field(
                    "departure", "2027-03-01T08:10-08:00",
                    [
                        ("label", "DEPARTS"), ("dateStyle", "PKDateStyleShort"), ("timeStyle", "PKDateStyleShort"),
                        ("ignoresTimeZone", true), ("isRelative", false), ("changeMessage", "It departs %@."),
                    ])
            ]),
        ]
    }

    private static func dated(_ style: String) -> (String, PassPackage) {
        (
            "date style \(style)",
            package(
                json(
                    "generic",
                    [
                        "secondaryFields": .array([
                            field(
                                "date", "2027-03-01T08:10Z",
                                [
                                    ("dateStyle", .string("PKDateStyle\(style)")),
                                    ("timeStyle", .string("PKDateStyle\(style)")),
                                ])
                        ])
                    ]))
        )
    }

    private static func styled(_ name: String, _ value: JSONValue, _ more: [(String, JSONValue)]) -> (
        String, PassPackage
    ) {
        (name, package(json("storeCard", ["secondaryFields": .array([field("value", value, more)])])))
    }

    private static func semantic(_ rule: PassRule, _ name: String) -> JSONValue {
        switch rule {
        case .flag: true
        case .number, .whole: 7
        case .within(let range): .number(range.lowerBound)
        case .date: "2027-03-01T08:10+01:00"
        case .currency: "EUR"
        case .choice(let names): .string(names[0])
        case .webAddress: .string("https://example.org/\(name)")
        case .colour: "rgb(1, 2, 3)"
        case .list(let element, _): .array([semantic(element, name)])
        case .object(let object): .object(object.keys.map { .init($0.name, semantic($0.rule, $0.name)) })
        default: .string(name)
        }
    }

    /// Every semantic tag.
    private static let semantics = semantic(.object(PassSemantics.tags), "")

    static let all: [(name: String, package: PassPackage)] = {
        var all: [(String, PassPackage)] = []
        func add(_ name: String, _ json: JSONValue, _ files: [String: [UInt8]] = [:]) {
            all.append((name, package(json, files)))
        }
        add("bare", json("generic", [:]))
        add("event ticket", json("eventTicket", ticket, [("barcodes", .array([code("QR")]))]))
        for format in ["QR", "PDF417", "Aztec", "Code128"] {
            add(format, json("coupon", plain, [("barcodes", .array([code(format)]))]))
        }
        add(
            "old and new codes",
            json("coupon", plain, [("barcodes", .array([code("Code128"), code("QR")])), ("barcode", code("QR"))]))
        add("UTF-8", json("generic", plain, [("barcodes", .array([code("QR", "Zürich €", encoding: "utf-8")]))]))
        add("Latin-1", json("generic", plain, [("barcodes", .array([code("Aztec", "Zürich")]))]))
        for transit in ["Air", "Boat", "Bus", "Generic", "Train"] {
            add("boarding pass \(transit)", json("boardingPass", boarding(transit)), ["footer.png": png(286, 15)])
        }
        for style in ["None", "Short", "Medium", "Long", "Full"] { all.append(dated(style)) }
        for style in ["Decimal", "Percent", "Scientific", "SpellOut"] {
            all.append(styled("number style \(style)", 0.25, [("numberStyle", .string("PKNumberStyle\(style)"))]))
        }
        all.append(styled("currency", 21.75, [("currencyCode", "EUR"), ("label", "BALANCE")]))
        for side in ["Left", "Center", "Right", "Natural"] {
            all.append(styled("alignment \(side)", "x", [("textAlignment", .string("PKTextAlignment\(side)"))]))
        }
        add(
            "colours",
            json(
                "storeCard", plain,
                [
                    ("backgroundColor", "rgb(23, 187, 82)"), ("foregroundColor", "rgb(255,255,255)"),
                    ("labelColor", "#101112"), ("stripColor", "rgb(0, 0, 0)"), ("suppressStripShine", true),
                    ("logoText", "Paw Planet"),
                ]),
            ["strip.png": png(375, 144), "strip@2x.png": png(750, 288), "logo.png": png(160, 50)])
        add(
            "relevance",
            json(
                "eventTicket", ticket,
                [
                    ("relevantDate", "2027-03-01T20:00+01:00"),
                    (
                        "relevantDates",
                        [
                            ["date": "2027-03-01T20:00+01:00"],
                            ["date": "2027-03-02T20:00+01:00", "relevantDate": "2027-03-02T20:00+01:00"],
                            ["startDate": "2027-03-01T18:00+01:00", "endDate": "2027-03-01T23:00+01:00"],
                        ]
                    ),
                    (
                        "locations",
                        [
                            [
                                "latitude": 52.5163, "longitude": 13.3777, "altitude": 34.5,
                                "relevantText": "The gate is near.",
                            ]
                        ]
                    ), ("maxDistance", 500),
                    (
                        "beacons",
                        [
                            [
                                "proximityUUID": "E621E1F8-C36C-495A-93FC-0C247A3E6E5F", "major": 1, "minor": 65_535,
                                "relevantText": "Welcome.",
                            ]
                        ]
                    ),
                ]))
        add(
            "updates",
            json(
                "storeCard", plain,
                [
                    ("webServiceURL", "https://example.org/passes/"),
                    ("authenticationToken", "vxwxd7J8AlNNFPS8k0a0FfUFtq0ewzFdc"),
                    ("expirationDate", "2028-01-01T00:00:00Z"), ("voided", true), ("sharingProhibited", true),
                ]))
        add(
            "companion app",
            json(
                "generic", plain,
                [
                    ("userInfo", ["favourite": ["tea", 3, 1.5, nil]]), ("appLaunchURL", "example:pass"),
                    ("associatedStoreIdentifiers", [375_380_948]), ("auxiliaryStoreIdentifiers", [1]),
                ]))
        add("semantics", json("eventTicket", ticket, [("semantics", semantics)]))
        add(
            "field semantics",
            json(
                "eventTicket",
                ["primaryFields": .array([field("event", "x", [("semantics", ["eventName": "x"])])])]))
        let events: [(String, JSONValue)] = PassFormat.pass.keys.filter { $0.styles == [.eventTicket] }.map { key in
            (key.name, semantic(key.rule, key.name))
        }
        add(
            "event guide",
            json(
                "eventTicket", ticket,
                events + [
                    ("groupingIdentifier", "concert"), ("preferredStyleSchemes", ["posterEventTicket", "eventTicket"]),
                    ("semantics", semantics),
                ]))
        let links: [(String, JSONValue)] = PassFormat.pass.keys.filter { $0.styles == [.boardingPass] }.map { key in
            if case .webAddress = key.rule { return (key.name, .string("https://example.org/\(key.name)")) }
            return (key.name, "text")
        }
        add("boarding links", json("boardingPass", boarding("Air"), links))
        add(
            "pictures", json("eventTicket", ticket),
            [
                "background.png": png(180, 220), "background@2x.png": png(360, 440), "thumbnail.png": png(90, 90),
                "thumbnail@3x.png": png(270, 270), "logo@2x.png": png(320, 100),
            ])
        add("event strip", json("eventTicket", ticket), ["strip@3x.png": png(1125, 294)])
        add("generic thumbnail", json("generic", plain), ["thumbnail.png": png(60, 90)])
        add(
            "languages", json("eventTicket", ticket),
            [
                "en.lproj/pass.strings": "/* seats */\n\"SEAT\" = \"Seat\";\n// end\n".bytes,
                "de.lproj/pass.strings": "\"SEAT\" = \"Sitz\";\n\"EVENT\" = \"Veranstaltung \\\"x\\\"\";\n".bytes,
                "de.lproj/logo.png": png(100, 50), "de.lproj/logo@2x.png": png(200, 100),
                "zh-Hans.lproj/pass.strings": [0xFF, 0xFE]
                    + "\"SEAT\" = \"座位\";".utf16.flatMap {
                        [UInt8($0 & 0xFF), UInt8($0 >> 8)]
                    },
            ])
        return all
    }()

    /// The ticket that broken passes are made of.
    static let whole = package(
        json("eventTicket", ticket, [("barcodes", .array([code("QR")]))]),
        ["logo.png": png(160, 50), "en.lproj/pass.strings": "\"SEAT\" = \"Seat\";\n".bytes])

    static let wholeJSON = json("eventTicket", ticket, [("barcodes", .array([code("QR")]))])
}
