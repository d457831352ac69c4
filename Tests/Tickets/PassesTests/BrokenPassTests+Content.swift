import CertificateWorkshop
import Cryptography
import Formats
import Foundation
import Testing

@testable import Passes

extension BrokenPassTests {
    /// pass.json with one key changed, added or taken away.
    @Test func passesThatSayWhatWalletRefuses() throws {
        typealias Key = (PassProblem.Kind, String, JSONValue?, String)
        let changes: [Key] = [
            (.keyMissing, "formatVersion", nil, "formatVersion"), (.keyMissing, "serialNumber", nil, "serialNumber"),
            (.keyMissing, "passTypeIdentifier", nil, "passTypeIdentifier"),
            (.keyMissing, "teamIdentifier", nil, "teamIdentifier"),
            (.keyMissing, "organizationName", nil, "organizationName"),
            (.keyMissing, "description", nil, "description"), (.wrongValue, "formatVersion", 2, "it must be 1"),
            (.wrongValue, "description", " ", "empty"), (.wrongType, "serialNumber", 7, "a text"),
            (.styleMissing, "eventTicket", nil, "has no style"),
            (.styleTwice, "coupon", [:], "coupon and eventTicket"),
            (.dateWithoutZone, "relevantDate", "2027-03-01T20:00", "no time zone"),
            (.dateWithoutZone, "expirationDate", "2027-03-01", "no time zone"),
            (.dateWrong, "expirationDate", "1 March", "zone such as"),
            (.wrongValue, "backgroundColor", "green", "rgb("), (.wrongValue, "labelColor", "rgb(256, 0, 0)", "rgb("),
            (.wrongType, "voided", "yes", "true or false"),
            (.wrongValue, "locations", [["latitude": 91, "longitude": 0]], "from -90 to 90"),
            (.keyMissing, "locations", [["latitude": 9]], "locations[0].longitude"),
            (
                .tooMany, "locations", .array([JSONValue](repeating: ["latitude": 1, "longitude": 1], count: 11)),
                "10"
            ),
            (.wrongValue, "beacons", [["proximityUUID": "x"]], "a UUID"),
            (.notHTTPS, "webServiceURL", "http://example.org", "https://"),
            (.keyMissing, "webServiceURL", "https://example.org", "authenticationToken"),
            (.tokenTooShort, "authenticationToken", "short", "16 characters"),
            (.wrongValue, "barcodes", .array([PassSamples.code("Maxi")]), "PKBarcodeFormatQR"),
            (.wrongValue, "barcode", PassSamples.code("Code128"), "PKBarcodeFormatQR"),
            (.messageNotEncodable, "barcodes", .array([PassSamples.code("QR", "5 €")]), "use utf-8"),
            (
                .wrongValue, "barcodes", .array([PassSamples.code("Maxi"), PassSamples.code("Mini")]),
                "barcodes[0].format: it must be PKBarcodeFormatQR"
            ),
            (
                .barcodeImpossible, "barcodes", .array([PassSamples.code("QR", String(repeating: "x", count: 5000))]),
                "barcodes[0].message"
            ),
            (.keyMissing, "barcodes", [["format": "PKBarcodeFormatQR"]], "message"),
            (.keyMissing, "relevantDates", [[:]], "startDate and endDate"),
            (
                .wrongValue, "relevantDates",
                [["startDate": "2027-03-02T00:00Z", "endDate": "2027-03-01T00:00Z"]], "ends before"
            ),
            (.wrongType, "semantics", ["eventName": 7], "a text"), (.wrongType, "eventTicket", [], "in braces"),
        ]
        for (kind, key, value, word) in changes {
            guard case .object(var members) = PassSamples.wholeJSON else { return }
            members.removeAll { $0.key == key }
            if let value { members.append(.init(key, value)) }
            let package = PassSamples.package(.object(members))
            let found = package.problems.first { $0.kind == kind }
            #expect(found != nil, "\(key): \(package.problems)")
            #expect(found?.description.contains(word) == true, "\(key): \(found?.description ?? "")")
            #expect(found?.isError == true)
            #expect(throws: PassError.self) { try authority.signer.sign(package, at: TestAuthority.now) }
        }
    }

    @Test func fieldsThatWalletRefuses() throws {
        let fields: [(PassProblem.Kind, JSONValue, String)] = [
            (.keyMissing, ["value": "x"], "secondaryFields[0].key"),
            (.keyMissing, ["key": "k"], "secondaryFields[0].value"),
            (.fieldKeyTwice, PassSamples.field("event", "x"), "“event”"),
            (.dateWithoutZone, PassSamples.field("d", "2027-03-01T20:00", [("dateStyle", "PKDateStyleShort")]), "zone"),
            (.dateWrong, PassSamples.field("d", "soon", [("timeStyle", "PKDateStyleShort")]), "zone such as"),
            (.dateWrong, PassSamples.field("d", 7, [("timeStyle", "PKDateStyleShort")]), "zone such as"),
            (.wrongValue, PassSamples.field("d", "x", [("dateStyle", "short")]), "PKDateStyleNone"),
            (.dateWrong, PassSamples.field("d", "Ada", [("isRelative", true)]), "zone such as"),
            (.dateWrong, PassSamples.field("d", 1.5, [("ignoresTimeZone", false)]), "zone such as"),
            (.numberOfText, PassSamples.field("d", "7", [("currencyCode", "EUR")]), "without quotes"),
            (.wrongValue, PassSamples.field("d", 7, [("currencyCode", "euro")]), "three letters"),
            (
                .wrongValue,
                PassSamples.field("d", 7, [("currencyCode", "EUR"), ("numberStyle", "PKNumberStyleDecimal")]),
                "leave one out"
            ),
            (.wrongType, PassSamples.field("d", true), "a text, a number or a date"),
            (.wrongValue, PassSamples.field("d", "x", [("textAlignment", "left")]), "PKTextAlignmentLeft"),
            (.wrongValue, PassSamples.field("d", "x", [("row", 2)]), "from 0 to 1"),
        ]
        for (kind, field, word) in fields {
            let package = PassSamples.package(
                PassSamples.json(
                    "eventTicket",
                    [
                        "secondaryFields": .array([field]),
                        "primaryFields": .array([PassSamples.field("event", "x")]),
                    ]))
            let found = package.problems.first { $0.kind == kind && $0.isError }
            #expect(found?.description.contains(word) == true, "\(kind): \(package.problems)")
        }
        let train = PassSamples.package(PassSamples.json("boardingPass", [:]))
        #expect(train.problems.map(\.kind) == [.keyMissing])
    }

    @Test func filesThatAreNoPass() throws {
        let deep = String(repeating: "[", count: 5000)
        for (text, word) in [
            ("", "not JSON"), ("{", "not JSON"), ("[]", "not a JSON object"), ("{\"a\":1,}", "not JSON"),
            (deep, "deep"),
            ("{\"a\":\"\u{1}\"}", "control character"), ("{\"a\":\"\\ud800\"}", "half of a surrogate pair"),
            ("{} x", "after the value"), ("{\"a\":1e999}", "too large"), ("{\"a\":01}", "not JSON"),
        ] {
            let package = PassPackage(files: ["pass.json": text.bytes])
            #expect(package.problems.map(\.kind) == [.jsonDamaged], "\(text.prefix(20))")
            #expect(package.problems[0].description.contains(word), "\(package.problems)")
        }
        let bytes = [UInt8](repeating: 0x20, count: Pass.maximumBytes + 1)
        #expect(PassPackage(files: ["pass.json": bytes]).problems.map(\.kind) == [.jsonDamaged])
        #expect(PassPackage(files: [:]).problems.map(\.kind) == [.passMissing])
        let twice = "{\"formatVersion\":1,\"formatVersion\":1}".bytes
        #expect(PassPackage(files: ["pass.json": twice]).problems.contains { $0.kind == .repeatedKey })
        let many = "{" + (0..<5000).map { "\"k\($0)\":1" }.joined(separator: ",") + "}"
        #expect(PassPackage(files: ["pass.json": many.bytes]).problems.count <= PassValidation.maximumOfEach + 10)
    }

    /// What is not known comes first, and must not hide what is wrong after it.
    @Test func cautionsHideNoErrors() throws {
        let unknown = (0..<PassValidation.maximumOfEach).map { JSONValue.Member("k\($0)", 1) }
        let package = PassSamples.package(.object(unknown + PassSamples.keys))
        #expect(package.problems.count { !$0.isError } == PassValidation.maximumOfEach)
        #expect(package.problems.filter(\.isError).map(\.kind) == [.styleMissing])
        refused(try package.archive(signature: []), .styleMissing, "has no style", "no style")
    }

    @Test func picturesAndTexts() throws {
        func problems(_ files: [String: [UInt8]]) -> [PassProblem] {
            PassPackage(
                files: files.merging(["pass.json": Pass(PassSamples.wholeJSON).bytes], uniquingKeysWith: { $1 })
            )
            .problems
        }
        let icons = PassSamples.icons
        #expect(problems([:]).map(\.kind) == [.iconMissing])
        let jpeg = problems(icons.merging(["logo.png": [0xFF, 0xD8, 0xFF, 0xE0]], uniquingKeysWith: { $1 }))
        #expect(jpeg.map(\.kind) == [.notPNG] && jpeg[0].isError)
        let cut = problems(["icon.png": Array(png(29, 29).prefix(20)), "icon@2x.png": png(58, 58)])
        #expect(cut.map(\.kind) == [.notPNG])
        // Wherever it is cut off, and whichever byte is another: it is not shown.
        let icon = png(29, 29)
        for count in [0, 8, 33, 60, icon.count - 12, icon.count - 1] {
            let cut = problems(["icon.png": Array(icon.prefix(count)), "icon@2x.png": png(58, 58)])
            #expect(cut.map(\.kind) == [.notPNG] && cut.map(\.place) == ["icon.png"], "\(count) bytes")
        }
        for index in icon.indices {
            var damaged = icon
            damaged[index] ^= 1
            #expect(PassPNG.problem(with: damaged) != nil, "byte \(index)")
        }
        #expect(PassPNG.problem(with: icon) == nil)
        let strings = problems(icons.merging(["de.lproj/pass.strings": "SEAT: Sitz".bytes], uniquingKeysWith: { $1 }))
        #expect(strings.map(\.kind) == [.stringsDamaged] && strings[0].isError)
        // What is only shown other than was meant is a word of caution.
        for (kind, files) in [
            (PassProblem.Kind.pictureTooLarge, ["logo.png": png(400, 50)]),
            (.pictureScale, ["logo.png": png(100, 50), "logo@2x.png": png(100, 50)]),
            (.pictureOfOtherStyle, ["footer.png": png(286, 15)]),
            (.pictureOfOtherStyle, ["strip.png": png(375, 98), "thumbnail.png": png(90, 90)]),
            (.unknownFile, ["notes.txt": "x".bytes]), (.unknownFile, ["artwork.gif": "x".bytes]),
        ] {
            let found = problems(icons.merging(files, uniquingKeysWith: { $1 }))
            #expect(found.map(\.kind) == [kind] && !found[0].isError, "\(found)")
        }
        #expect(problems(["icon.png": png(29, 29)]).map(\.kind) == [.pictureScale])
        // What Wallet takes and nobody looks at here is neither wrong nor unknown.
        let taken = [
            "personalization.json": "{}".bytes, "personalizationLogo@2x.png": png(10, 10),
            "artwork@3x.png": png(10, 10),
            "primaryLogo.png": png(10, 10), "de.lproj/secondaryLogo.png": png(10, 10),
        ]
        #expect(problems(icons.merging(taken, uniquingKeysWith: { $1 })).map(\.description) == [])
    }

    @Test func cautionsAreNoErrors() throws {
        let cautions: [(PassProblem.Kind, String, JSONValue)] = [
            (.nfcLeftOut, "nfc", ["message": "x"]), (.unknownKey, "colour", "red"),
            (.oldKey, "relevantDate", "2027-03-01T20:00Z"), (.keyOfOtherStyle, "upgradeURL", "https://example.org/"),
            (.oldKey, "relevantDates", [["relevantDate": "2027-03-01T20:00Z"]]),
            (.unknownCharset, "barcode", PassSamples.code("QR", "5 €", encoding: "windows-1252")),
        ]
        for (kind, key, value) in cautions {
            guard case .object(let members) = PassSamples.wholeJSON else { return }
            let package = PassSamples.package(.object(members + [.init(key, value)]))
            #expect(package.problems.map(\.kind) == [kind])
            #expect(authority.check(try authority.signer.sign(package, at: TestAuthority.now)).isAccepted)
        }
    }

    /// Wallet takes the first code that it can show, and so does what is drawn.
    @Test func anUnknownFormatBesideAKnownOneIsACaution() throws {
        let codes: JSONValue = .array([PassSamples.code("DataMatrix", "D"), PassSamples.code("QR", "Q")])
        let package = PassSamples.package(PassSamples.json("generic", [:], [("barcodes", codes)]))
        #expect(package.problems.map(\.kind) == [.unknownFormat])
        #expect(package.problems.first?.place == "barcodes[0].format")
        #expect(try package.pass().shownBarcode?.message == "Q")
    }

    @Test func aStyleOfDatesAloneIsACaution() throws {
        for (key, missing) in [("dateStyle", "timeStyle"), ("timeStyle", "dateStyle")] {
            let field = PassSamples.field("d", "2027-03-01T20:00Z", [(key, "PKDateStyleShort")])
            let package = PassSamples.package(PassSamples.json("generic", ["secondaryFields": .array([field])]))
            #expect(package.problems.map(\.kind) == [.dateStyleAlone])
            #expect(package.problems.first?.words.contains(missing) == true)
        }
    }
}
