import Encoding
import Formats

/// What keys of pass.json ask of each other.
extension PassValidation {
    mutating func checkTogether(_ json: JSONValue, _ pass: Pass) {
        let styles = PassStyle.allCases.filter { json[key: $0.rawValue] != nil }
        if styles.isEmpty {
            let names = PassStyle.allCases.map(\.rawValue).joined(separator: ", ")
            add(.styleMissing, "", "pass.json has no style: it needs one of \(names)")
        } else if styles.count > 1 {
            add(.styleTwice, "", "pass.json has \(styles.map(\.rawValue).joined(separator: " and ")): keep one")
        }
        checkFields(pass)
        checkFormats(json)
        for (place, barcode) in pass.placedBarcodes { check(barcode, at: place) }
        checkService(json)
        if json[key: "nfc"] != nil {
            add(.nfcLeftOut, "nfc", "NFC needs a separate certificate from Apple, and is not checked here")
        }
        checkRelevantDates(json)
        if styles.count == 1 { checkSchemes(json, styles[0], pass) }
    }

    /// A poster needs tags of its own: without one of them Wallet shows the older layout (Creating a poster event pass using semantic tags).
    private mutating func checkSchemes(_ json: JSONValue, _ style: PassStyle, _ pass: Pass) {
        guard case .array(let schemes)? = json[key: "preferredStyleSchemes"], !style.schemes.isEmpty else { return }
        for (index, scheme) in schemes.prefix(10).enumerated() {
            guard case .string(let name) = scheme, PassStyle.schemes.contains(name), !style.schemes.contains(name)
            else {
                continue
            }
            add(
                .wrongValue, "preferredStyleSchemes[\(index)]",
                "it belongs to another style: a \(style.title.lowercased()) has \(style.schemes.joined(separator: " or "))"
            )
        }
        guard schemes.contains("posterEventTicket"), style == .eventTicket else { return }
        let tags = [json[key: "semantics"]] + pass.fields.map { $0.json[key: "semantics"] }
        var needed = ["eventName", "venueName", "venueRegionName", "venueRoom"]
        let type = tags.lazy.compactMap { $0?.text("eventType") }.first
        if type == "PKEventTypeSports" { needed += ["awayTeamAbbreviation", "homeTeamAbbreviation"] }
        if type == "PKEventTypeLivePerformance" { needed.append("performerNames") }
        let missing = needed.filter { name in !tags.contains { $0?[key: name] != nil } }
        if !missing.isEmpty {
            add(
                .posterIncomplete, "semantics",
                "a poster needs \(missing.joined(separator: ", ")) as well: without them Wallet shows the older layout")
        }
    }

    private mutating func checkFields(_ pass: Pass) {
        var keys: Set<String> = []
        for field in pass.fields {
            if !field.key.isEmpty, !keys.insert(field.key).inserted {
                add(.fieldKeyTwice, field.place, "another field has the key “\(field.key)”: give each its own")
            }
            let styles = field.json
            if field.isDate { checkDate(field) }
            if styles[key: "numberStyle"] != nil || styles[key: "currencyCode"] != nil, case .string = field.value {
                add(.numberOfText, "\(field.place).value", "it has a style of numbers: write it without quotes")
            }
            if styles[key: "numberStyle"] != nil, styles[key: "currencyCode"] != nil {
                add(.wrongValue, field.place, "a value has numberStyle or currencyCode: leave one out")
            }
            if let message = styles.text("changeMessage"), !message.contains("%@") {
                add(.changeMessage, "\(field.place).changeMessage", "without %@ it does not show the new value")
            }
            if styles[key: "textAlignment"] != nil, field.section == .primaryFields || field.section == .backFields {
                add(.keyOfOtherStyle, "\(field.place).textAlignment", "primary and back fields ignore it")
            }
            if styles[key: "row"] != nil, field.section != .auxiliaryFields {
                add(.keyOfOtherStyle, "\(field.place).row", "only auxiliary fields have rows")
            }
        }
    }

    private mutating func checkDate(_ field: PassField) {
        switch field.value {
        case .string(let text): check(date: text, at: "\(field.place).value")
        case .integer, .number: add(.dateWrong, "\(field.place).value", "it must be \(PassRule.date.words)")
        default: break
        }
        let styles = ["dateStyle", "timeStyle"]
        guard let alone = styles.first(where: { field.json[key: $0] != nil }),
            let missing = styles.first(where: { field.json[key: $0] == nil })
        else { return }
        add(.dateStyleAlone, "\(field.place).\(alone)", "add \(missing), with PKDateStyleNone to hide it")
    }

    /// Wallet takes the first code of the list whose format it knows.
    private mutating func checkFormats(_ json: JSONValue) {
        guard case .array(let barcodes)? = json[key: "barcodes"] else { return }
        let formats = barcodes.prefix(10).map { PassBarcode($0)?.format ?? "" }
        let hasKnown = formats.contains { PassFormat.barcodeFormats.contains($0) }
        for (index, format) in formats.enumerated()
        where !format.isEmpty && !PassFormat.barcodeFormats.contains(format) {
            let place = "barcodes[\(index)].format"
            if hasKnown {
                add(
                    .unknownFormat, place,
                    "unknown format: if Wallet does not know it, it uses another")
            } else {
                add(.wrongValue, place, "it must be \(PassFormat.barcodeFormats.joined(separator: ", "))")
            }
        }
    }

    private mutating func check(_ barcode: PassBarcode, at place: String) {
        guard let bytes = barcode.bytes else {
            guard PassBarcode.knows(encoding: barcode.messageEncoding) else {
                return add(
                    .unknownCharset, "\(place).messageEncoding",
                    "unknown charset, so the message was not checked: use iso-8859-1 or utf-8")
            }
            return add(
                .messageNotEncodable, "\(place).message",
                "\(barcode.messageEncoding) lacks one of its characters: use utf-8, or leave it out")
        }
        guard let kind = barcode.kind else { return }
        do throws(EncodingError) {
            _ = try SymbolEncoder().make(barcode.source(bytes), as: kind)
        } catch {
            add(.barcodeImpossible, "\(place).message", error.description)
        }
    }

    private mutating func checkService(_ json: JSONValue) {
        let (service, token) = (json[key: "webServiceURL"], json[key: "authenticationToken"])
        if service != nil, token == nil {
            add(.keyMissing, "authenticationToken", "webServiceURL requires it")
        }
        if token != nil, service == nil {
            add(.keyMissing, "webServiceURL", "authenticationToken requires it")
        }
        if case .string(let text)? = token, text.utf8.count < 16 {
            add(.tokenTooShort, "authenticationToken", "it needs at least 16 characters")
        }
    }

    private mutating func checkRelevantDates(_ json: JSONValue) {
        guard case .array(let dates)? = json[key: "relevantDates"] else { return }
        for (index, date) in dates.prefix(100).enumerated() {
            // iOS 18 took relevantDate, and iOS 26 takes date.
            let one = date[key: "date"] ?? date[key: "relevantDate"]
            let (start, end) = (date[key: "startDate"], date[key: "endDate"])
            if (one == nil) == (start == nil && end == nil) || (start == nil) != (end == nil) {
                add(.keyMissing, "relevantDates[\(index)]", "it needs a date, or startDate and endDate")
            }
            guard let from = date.text("startDate").flatMap({ try? PassDate($0) }),
                let until = date.text("endDate").flatMap({ try? PassDate($0) }), from.date > until.date
            else { continue }
            add(.wrongValue, "relevantDates[\(index)]", "it ends before it begins")
        }
    }
}
