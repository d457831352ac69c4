import CPixels

/// A template to start from: a commented pass.toml, and icons.
package enum NewPassTemplate {
    /// The files of a template for passes of a style, by their names.
    package static func files(_ style: PassStyle) -> [String: [UInt8]] {
        var files = ["pass.toml": Array(text(style).utf8), "en.lproj/pass.strings": Array(strings.utf8)]
        for scale in 1...3 { files["icon\(scale == 1 ? "" : "@\(scale)x").png"] = icon(side: 29 * scale) }
        return files
    }

    private static let strings = """
        /* Texts of pass.toml in a language: one line each. Add de.lproj, fr.lproj and so on. */
        "GATE" = "GATE";

        """

    private static func text(_ style: PassStyle) -> String {
        """
        # A pass. The keys are those of Apple's pass.json; names in braces, such as {name}, are fields of the guests' CSV, and
        # {n} is the number of the row. {{ and }} are braces. A field without a value in a row is left out.
        #
        # The pictures are beside this file, at 1, 2 and 3 pixels per point: icon.png (29 × 29, required), icon@2x.png,
        # icon@3x.png, logo.png (160 × 50)\(pictures(style)).
        # For each language there may be a folder, such as en.lproj, with pass.strings and pictures.

        # These two are taken from the certificate if left out:
        # passTypeIdentifier = "pass.org.example.ticket"
        # teamIdentifier = "A1B2C3D4E5"

        serialNumber = "{n}"                 # unique among all passes of its type: better use a column of your own
        organizationName = "Example Events"
        description = "\(style.title) of Example Events"    # read aloud by VoiceOver
        logoText = "Example Events"

        backgroundColor = "rgb(32, 64, 96)"
        foregroundColor = "rgb(255, 255, 255)"
        labelColor = "rgb(200, 210, 220)"

        # When and where it appears on the lock screen. Times have a zone:
        # relevantDates = [{ startDate = "2026-12-24T18:00+01:00", endDate = "2026-12-24T23:00+01:00" }]
        # locations = [{ latitude = 52.5163, longitude = 13.3777, relevantText = "The gate is near." }]
        # expirationDate = "2026-12-25T06:00+01:00"

        # Updates from your server:
        # webServiceURL = "https://example.org/passes/"
        # authenticationToken = "{token}"     # 16 characters or more, unique for each pass

        [[barcodes]]
        format = "PKBarcodeFormatQR"         # or PKBarcodeFormatPDF417, PKBarcodeFormatAztec, PKBarcodeFormatCode128
        message = "{code}"
        messageEncoding = "iso-8859-1"       # or utf-8
        altText = "{code}"

        # Instead of your own code, one that `quietzone door` checks, signed with a key of `quietzone pass key`: message = "{ticket}".
        # [ticket]
        # key = "2026-a"
        # time = "{time}"                    # when it is valid: 2026-12-24 19:30 in local time, or with a zone
        # seat = "{seat}"                    # may be left out
        # serial = "{n}"                     # unique among the event's tickets

        \(sections(style))
        """
    }

    private static func pictures(_ style: PassStyle) -> String {
        switch style {
        case .boardingPass: ", footer.png (286 × 15)"
        case .coupon, .storeCard: ", strip.png (375 × 144)"
        case .eventTicket: ",\n# and strip.png (375 × 98), or background.png (180 × 220) and thumbnail.png (90 × 90)"
        case .generic: ", thumbnail.png (90 × 90)"
        }
    }

    private static func sections(_ style: PassStyle) -> String {
        func field(_ section: String, _ key: String, _ label: String, _ value: String, _ more: String = "") -> String {
            """
            [[\(style.rawValue).\(section)]]
            key = "\(key)"
            label = "\(label)"
            value = "\(value)"
            \(more)
            """
        }
        let fields: [String] =
            switch style {
            case .boardingPass:
                [
                    "[boardingPass]\ntransitType = \"PKTransitTypeTrain\"     # or Air, Boat, Bus, Generic\n",
                    field("primaryFields", "from", "FROM", "{from}"), field("primaryFields", "to", "TO", "{to}"),
                    field("auxiliaryFields", "name", "PASSENGER", "{name}"),
                    field("auxiliaryFields", "seat", "SEAT", "{seat}"),
                ]
            case .eventTicket:
                [
                    field("headerFields", "gate", "GATE", "{gate}"),
                    field("primaryFields", "event", "EVENT", "The concert"),
                    field("secondaryFields", "name", "NAME", "{name}"),
                    field("auxiliaryFields", "seat", "SEAT", "{seat}"),
                ]
            case .storeCard:
                [
                    field(
                        "primaryFields", "balance", "BALANCE", "{balance}",
                        "currencyCode = \"EUR\"\nchangeMessage = \"Your balance is %@.\"\n"),
                    field("secondaryFields", "name", "NAME", "{name}"),
                ]
            case .coupon, .generic: [field("primaryFields", "offer", "FOR", "{name}")]
            }
        return (fields + [field("backFields", "terms", "Terms", "Not for resale.")]).joined(separator: "\n")
    }

    /// A dark square with a light ring and a dark middle, as in the corners of a QR Code.
    private static func icon(side: Int) -> [UInt8] {
        var pixels = [UInt8](repeating: 40, count: side * side)
        let module = side / 9
        for y in 0..<side {
            for x in 0..<side {
                let distance = min(min(x, side - 1 - x), min(y, side - 1 - y))
                if distance >= module * 2, distance < module * 3 { pixels[y * side + x] = 245 }
            }
        }
        var made: UnsafeMutablePointer<UInt8>?
        var length = 0
        guard qz_png_write(pixels, Int32(side), Int32(side), &made, &length) == 0, let made else { return [] }
        defer { qz_png_free(made) }
        // SAFETY: qz_png_write says how many bytes it has made.
        return [UInt8](UnsafeBufferPointer(start: made, count: length))
    }
}
