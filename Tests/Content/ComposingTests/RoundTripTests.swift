import Payloads
import Symbols
import Testing

@testable import Composing

/// What is composed is explained as what was entered: two hundred times for each form.
struct RoundTripTests {
    /// Values, and what the registry says of their content.
    struct Sample {
        var values: [String: String]
        var kind: PayloadKind
        var fields: [String: [String]]

        init(_ values: [String: String], _ kind: PayloadKind, _ fields: [String: [String]]) {
            (self.values, self.kind, self.fields) = (values.filter { !$0.value.isEmpty }, kind, fields)
        }
    }

    func check(
        _ form: String, isGS1: Bool = false, count: Int = 200, seed: UInt64 = 15,
        _ sample: (inout RandomValues) -> Sample
    ) throws {
        var random = RandomValues(seed: seed)
        let form = try #require(PayloadForm.named(form))
        for _ in 0..<count {
            let sample = sample(&random)
            let content: ComposedContent
            do throws(FormError) {
                content = try form.compose(sample.values)
            } catch {
                Issue.record("\(form.id) \(sample.values): \(error)")
                continue
            }
            let name = content.symbolKinds.first ?? form.symbolKind
            let payload = content.payload(as: Symbology(rawValue: name) ?? .qrCode, isGS1: isGS1)
            #expect(payload.kind == sample.kind, "\(sample.values) \(content.text ?? "")")
            for (key, values) in sample.fields {
                #expect(payload.values(key) == values, "\(key) of \(content.text ?? "")")
            }
        }
    }

    @Test func webAddresses() throws {
        try check("url") { random in
            let refused = Set(" %#?\\\u{200D}".unicodeScalars)
            let path = String(
                String.UnicodeScalarView(random.line(200).unicodeScalars.filter { !refused.contains($0) }))
            let typed = random.pick(["https://example.org/", "example.org/", "HTTP://example.org/"]) + path
            let encoded = path.utf8.map { byte in
                byte > 0x20 && byte < 0x7F && !"\"<>`{}|^\\".utf8.contains(byte)
                    ? String(UnicodeScalar(byte)) : "%" + String(byte, radix: 16, uppercase: true)
            }
            let scheme = typed.hasPrefix("HTTP:") ? "http" : "https"
            return Sample(["url": typed], .url, ["url": ["\(scheme)://example.org/\(encoded.joined())"]])
        }
    }

    @Test(arguments: ["vcard-3", "vcard-4", "mecard"])
    func contacts(_ card: String) throws {
        try check("contact") { random in
            var values = ["card": card, "given": random.line(80), "family": random.line(80)]
            for id in ["additional", "organization", "title", "street", "city", "region", "postal-code", "country"]
            where random.chance(50) {
                values[id] = random.line(120)
            }
            if random.chance(50) { values["note"] = random.lines(2000) }
            values["mobile"] = "+41 79 " + random.digits(7)
            values["email"] = random.pick(["ada@example.org", "o'neil+x@example.org"])
            values["url"] = "https://example.org/?a=1,2;3"
            values["birthday"] = "1985-04-12"
            var fields = [
                "given": [values["given"]!], "family": [values["family"]!], "phones": [values["mobile"]!],
                "emails": [values["email"]!], "urls": [values["url"]!],
                "birthday": ["1985-04-12"],
            ]
            let address = ["street", "city", "region", "postal-code", "country"].compactMap { values[$0] }
            fields["addresses"] = address.isEmpty ? [] : [address.joined(separator: ", ")]
            for id in ["additional", "organization", "title", "note"] { fields[id] = values[id].map { [$0] } ?? [] }
            if card != "mecard" {
                values["honorific"] = random.line(20)
                values["name-suffix"] = random.line(20)
                values["organization"] = values["organization"] ?? "Engines"
                values["unit"] = random.line(40)
                fields["prefix"] = [values["honorific"]!]
                fields["suffix"] = [values["name-suffix"]!]
                fields["organization"] = [values["organization"]!]
                fields["units"] = [values["unit"]!]
            }
            return Sample(values, .contact, fields)
        }
    }

    @Test func wiFiNetworks() throws {
        try check("wifi", count: 400) { random in
            let security = random.pick(["wpa", "wpa2", "wpa3", "eap"])
            let name = random.chance(20) ? random.pick(["CAFE", "12345678", "BEEF", "\"a\"", "abc"]) : random.line(32)
            var values = ["ssid": name, "security": security, "password": random.line(53) + "12345678"]
            if random.chance(50) { values["hidden"] = "yes" }
            var fields = ["ssid": [name], "password": [values["password"]!]]
            fields["hidden"] = [values["hidden"] ?? "no"]
            if security == "eap" {
                values["identity"] = random.line(60)
                values["anonymous-identity"] = random.line(60)
                fields["identity"] = [values["identity"]!]
                fields["anonymousIdentity"] = [values["anonymous-identity"]!]
                fields["eapMethod"] = ["PEAP"]
                fields["phase2Method"] = ["MSCHAPV2"]
            }
            return Sample(values, .wifi, fields)
        }
    }

    @Test func emails() throws {
        try check("email") { random in
            let addresses = ["ada@example.org", "o'neil+x@example.org", "a&b=c?d@example.org", "grüße@example.org"]
            let to = (0...random.below(3)).map { _ in random.pick(addresses) }
            let (subject, body) = (random.line(200), random.lines(2000))
            return Sample(
                ["to": to.joined(separator: ", "), "cc": "b@example.org", "subject": subject, "body": body], .email,
                [
                    "emails": to, "cc": ["b@example.org"], "subject": [subject],
                    "body": [body.replacing("\n", with: "\r\n")],
                ])
        }
    }

    @Test func phoneNumbers() throws {
        try check("phone") { random in
            let (digits, more) = (random.digits(9), random.digits(3))
            return Sample(
                ["phone": "+41 \(digits.prefix(2)) (\(digits.dropFirst(2)))", "extension": more], .phone,
                ["phones": ["+41\(digits)"], "extension": [more]])
        }
    }

    @Test(arguments: ["smsto", "sms"])
    func messages(_ scheme: String) throws {
        try check("sms") { random in
            let (number, body) = ("+41" + random.digits(9), random.lines(1000))
            let read = scheme == "sms" ? body.replacing("\n", with: "\r\n") : body
            return Sample(
                ["phone": number, "body": body, "scheme": scheme], .message, ["phones": [number], "body": [read]])
        }
    }

    @Test func places() throws {
        try check("place") { random in
            let latitude = "\(random.chance(50) ? "-" : "")\(random.below(90)).\(random.digits(5))"
            let longitude = "\(random.chance(50) ? "-" : "")\(random.below(180)).\(random.digits(5))"
            let label = random.line(200)
            return Sample(
                ["latitude": latitude, "longitude": longitude, "label": label], .place,
                ["latitude": [latitude], "longitude": [longitude], "label": [label]])
        }
    }

    @Test func events() throws {
        try check("event") { random in
            // Berlin is an hour before UTC in January, two in July.
            let isSummer = random.chance(50)
            let (hour, minute) = (10 + random.below(10), 10 + random.below(50))
            let day = "2027-\(isSummer ? "07" : "01")-\(10 + random.below(18))"
            let zone = random.pick(["", "UTC", "Europe/Berlin"])
            func moment(_ hour: Int) -> String {
                zone.isEmpty
                    ? "\(day) \(hour):\(minute)"
                    : "\(day) \(zone == "UTC" ? hour : hour - (isSummer ? 2 : 1)):\(minute) UTC".replacing(
                        " 9:", with: " 09:"
                    )
                    .replacing(" 8:", with: " 08:")
            }
            let (title, place, text) = (random.line(200), random.line(200), random.lines(1000))
            return Sample(
                [
                    "summary": title, "start": "\(day) \(hour):\(minute)", "end": "\(hour + 1):\(minute)",
                    "time-zone": zone, "location": place, "description": text,
                ], .event,
                [
                    "summary": [title], "location": [place], "description": [text], "start": [moment(hour)],
                    "end": [moment(hour + 1)],
                ])
        }
    }

    @Test(arguments: ["UTF-8", "ISO-8859-1"])
    func transfers(_ charset: String) throws {
        try check("epc") { random in
            let alphabet = charset == "UTF-8" ? RandomValues.Alphabet.any : .plain
            // A letter of Latin-1 between others is no UTF-8.
            let name = random.line(60, alphabet) + (charset == "UTF-8" ? "" : "aäb")
            let iban = random.iban("DE", random.digits(18))
            let (text, note) = (random.line(80, alphabet), random.line(40, alphabet))
            let cents = 1 + random.below(99_999_999)
            let amount = "\(cents / 100).\(cents % 100 < 10 ? "0" : "")\(cents % 100)"
            return Sample(
                [
                    "name": name, "iban": iban, "amount": amount.replacing(".", with: ","), "message": text,
                    "information": note, "charset": charset, "bic": "BFSWDE33", "purpose": "char",
                ], .payment,
                [
                    "name": [name], "iban": [iban], "amount": [amount + " EUR"], "text": [text],
                    "information": [note], "bic": ["BFSWDE33"], "purpose": ["CHAR"], "format": ["EPC"],
                ])
        }
    }

    @Test func elementStrings() throws {
        try check("gs1", isGS1: true) { random in
            let gtin = RandomValues.gtin(String(random.below(9)) + "952" + random.digits(9))
            let set82 = Array("!\"%&'*+,-./0123456789:;<=>?ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz()")
            func value() -> String { String((0...random.below(20)).prefix(20).map { _ in random.pick(set82) }) }
            let (lot, serial) = (value().replacing("(", with: "\\("), value().replacing("(", with: "\\("))
            let typed = "(01)\(gtin)(10)\(lot)(17)271231(21)\(serial)"
            return Sample(["elements": typed], .gs1, ["bracketed": [typed]])
        }
    }

    @Test(arguments: [(8, "gtin8"), (12, "gtin12"), (13, "gtin13"), (14, "gtin")])
    func productNumbers(_ length: Int, _ key: String) throws {
        var random = RandomValues(seed: 3)
        for _ in 0..<200 {
            let number = RandomValues.gtin(random.digits(length - 1))
            let isWhole = random.chance(50)
            let content = try compose(
                "gtin", ["gtin": isWhole ? number : String(number.dropLast()), "gtin-length": String(length)])
            let symbology = try #require(content.symbolKinds.first.flatMap(Symbology.init(rawValue:)))
            #expect(content.text == number)
            #expect(content.payload(as: symbology).value(key) == number)
        }
    }

    @Test(arguments: ["totp", "hotp"])
    func oneTimePasswords(_ type: String) throws {
        try check("otp") { random in
            let (account, issuer) = (random.line(80).filter { $0 != ":" }, random.line(80).filter { $0 != ":" })
            let secret = String((0..<32).map { _ in random.pick(Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567")) })
            let isByCount = type == "hotp"
            return Sample(
                [
                    "account": "a\(account)z", "issuer": "b\(issuer)y", "secret": secret.lowercased(),
                    "otp-type": type, "algorithm": "SHA256", "digits": "8",
                    isByCount ? "counter" : "period": "60",
                ], .oneTimePassword,
                [
                    "account": ["a\(account)z"], "issuer": ["b\(issuer)y"], "secret": [secret],
                    "algorithm": ["SHA256"], "digits": ["8"], isByCount ? "counter" : "period": ["60"],
                ])
        }
    }

    @Test func texts() throws {
        try check("text") { random in
            let text = "§ " + random.lines(2000)
            return Sample(["text": text], .text, ["text": [text]])
        }
    }

    @Test func filesOfBytes() throws {
        var random = RandomValues(seed: 4)
        let form = try #require(PayloadForm.named("bytes"))
        for _ in 0..<200 {
            let bytes = [0xFF] + (0..<random.below(2952)).map { _ in UInt8(random.below(256)) }
            let content = try form.compose(["file": "x"]) { path throws(FormError) in path == "x" ? bytes : [] }
            #expect(content.bytes == bytes && content.text == nil)
            #expect(content.payload(as: .qrCode).kind == .bytes)
        }
    }
}
