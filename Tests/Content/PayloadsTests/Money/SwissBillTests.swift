import Testing

@testable import Payloads

@Suite struct SwissBillTests {
    /// SIX, Implementation Guidelines QR-bill, annex A, example 1.
    private static let lines = [
        "SPC", "0200", "1", "CH4431999123000889012", "S", "Robert Schneider AG", "Rue du Lac", "1268", "2501", "Biel",
        "CH", "",
        "", "", "", "", "", "", "1949.75", "CHF", "S", "Pia-Maria Rutschmann-Schnyder", "Grosse Marktgasse", "28",
        "9400",
        "Rorschach", "CH", "QRR", "210000000003139471430009017", "Auftrag vom 15.06.2020", "EPD",
        "//S1/10/10201409/11/200701/20/140.000-53", "Name AV1: UV;UltraPay005;12345", "Name AV2: XY;XYService;54321",
    ]

    private static func long(_ count: Int) -> String { String(repeating: "x", count: count) }

    private func bill(_ changes: [Int: String] = [:], count: Int? = nil, end: String = "\n") -> Payload {
        var lines = Self.lines
        for (index, text) in changes { lines[index - 1] = text }
        return parseThen(lines.prefix(count ?? lines.count).joined(separator: end))
    }

    @Test(arguments: ["\n", "\r\n"])
    func readsTheExample(end: String) {
        let payload = bill(end: end)
        #expect(payload.kind == .payment)
        #expect(payload.summary == "Payment of 1949.75 CHF to Robert Schneider AG")
        #expect(payload.value("address") == "Rue du Lac 1268, 2501 Biel, CH")
        #expect(payload.value("debtorName") == "Pia-Maria Rutschmann-Schnyder")
        #expect(payload.value("reference") == "210000000003139471430009017")
        #expect(payload.values("alternatives").count == 2)
        #expect(payload.value("billInformation")?.hasPrefix("//S1") == true)
        #expect(payload.notes.isEmpty)
        #expect(payload.warnings.isEmpty)
    }

    @Test(
        arguments: [
            ([29: "210000000003139471430009018"], ["reference": "check digit wrong"], []),
            ([29: "21000000000313947143000901"], ["reference": "not 27 digits"], []),
            ([29: ""], [:], ["no-reference"]),
            ([28: "SCOR", 29: "RF18539007547034"], [:], ["reference-account"]),
            ([4: "CH9300762011623852957", 28: "SCOR", 29: "RF18539007547034"], [:], []),
            (
                [4: "CH9300762011623852957", 28: "SCOR", 29: "RF19539007547034"], ["reference": "check digits wrong"],
                []
            ),
            ([4: "CH9300762011623852957"], [:], ["reference-account"]),
            ([4: "CH9300762011623852957", 28: "NON", 29: ""], [:], []),
            ([4: "CH9300762011623852957", 28: "NON", 29: "1"], ["reference": "there should be none"], []),
            ([28: "NON", 29: ""], [:], ["reference-account"]), ([28: "ABC"], ["referenceType": "not known"], []),
            ([4: "CH4431999123000889013"], ["iban": "check digits wrong"], []),
            ([4: "DE89370400440532013000", 28: "NON", 29: ""], ["iban": "not Swiss or of Liechtenstein"], []),
            ([4: "LI21088100002324013AA", 28: "NON", 29: ""], [:], []), ([20: "EUR"], [:], []),
            ([20: "USD"], ["currency": "not CHF or EUR"], []), ([19: ""], [:], []),
            ([19: "0.00"], ["amount": "amount under 0.01"], []),
            ([19: "1000000000.00"], ["amount": "amount over the limit"], []),
            ([19: "1'949.75"], ["amount": "not an amount"], []), ([31: "XXX"], [:], ["no-trailer"]),
            ([5: "K", 9: "", 10: ""], ["address": "combined address, not accepted since 2025-11-21"], []),
            ([5: "K"], ["address": "a combined address has no postal code and town of its own"], []),
            ([5: "X"], ["address": "address type is neither S nor K"], []),
            ([10: ""], ["address": "town or country missing"], []), ([2: "0300"], ["version": "not known"], []),
            ([3: "2"], ["charset": "not known"], []), ([6: ""], [:], ["incomplete"]),
            ([7: long(71)], ["address": "street longer than 70 characters"], []),
            ([8: long(17)], ["address": "building number longer than 16 characters"], []),
            ([9: long(17)], ["address": "postal code longer than 16 characters"], []),
            ([10: long(36)], ["address": "town longer than 35 characters"], []),
            ([24: long(17)], ["debtorAddress": "building number longer than 16 characters"], []),
            ([9: ""], ["address": "postal code missing"], []),
            ([25: ""], ["debtorAddress": "postal code missing"], []),
            ([11: "XX"], ["address": "no such country: XX"], []), ([27: "XK"], [:], []),
            ([27: "ch"], ["debtorAddress": "no such country: ch"], []),
            ([29: String(repeating: "0", count: 27)], ["reference": "must not be zero"], []),
            ([19: "1949.7"], ["amount": "not written with two decimals"], []),
            ([19: "01949.75"], ["amount": "not written with two decimals"], []),
            ([30: long(141), 32: ""], ["text": "longer than 140 characters"], ["too-long"]),
            ([30: long(100), 32: long(41)], [:], ["too-long"]), ([30: long(99), 32: long(41)], [:], []),
            (
                [12: "S", 13: "Bank", 16: "8000", 17: "Bern", 18: "CH"],
                ["ultimateCreditorName": "there should be none"], []
            ),
            ([6: String(repeating: "x", count: 71)], ["name": "longer than 70 characters"], []),
        ] as [([Int: String], [String: String], [String])])
    func checks(changes: [Int: String], notes: [String: String], warnings: [String]) {
        let payload = bill(changes)
        #expect(payload.kind == .payment)
        #expect(payload.notes == notes)
        #expect(payload.warningNames == warnings)
    }

    @Test(arguments: [
        (31, []), (32, []), (33, []), (34, []), (30, ["incomplete"]), (20, ["incomplete", "no-reference"]),
    ])
    func linesMayEnd(count: Int, warnings: [String]) {
        #expect(
            bill(count: count).warningNames.filter { $0 != "no-reference" && $0 != "reference-account" }
                == warnings.filter { $0 != "no-reference" })
        #expect(bill(count: count).kind == .payment)
    }

    @Test(arguments: [
        "SPC", "SPC\n", "SPC\n0200", "SPC\n0200\n1\nCH", "SPC is a term", "spc\n", "SPC\nabcd\n1\nCH\nS\nx",
        "SPC\n02\n1\nCH\nS\nx",
        "SPCX\n0200\n1\nCH4431999123000889012\nS",
    ])
    func leavesWhatIsNone(text: String) {
        #expect(parseThen(text).kind == .text)
    }
}
