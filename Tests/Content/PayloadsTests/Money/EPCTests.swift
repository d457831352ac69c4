import Symbols
import Testing

@testable import Payloads

@Suite struct EPCTests {
    private static let lines = [
        "BCD", "002", "1", "SCT", "", "Wikimedia Foerdergesellschaft", "DE33100205000001194700", "EUR20", "", "",
        "Spende",
    ]

    private func payment(_ changes: [Int: String], end: String = "\n") -> Payload {
        var lines = Self.lines
        for (index, text) in changes {
            while lines.count <= index { lines.append("") }
            lines[index] = text
        }
        return parseThen(lines.joined(separator: end))
    }

    @Test(arguments: ["\n", "\r\n"])
    func readsTheSample(end: String) {
        let payload = payment([:], end: end)
        #expect(payload.kind == .payment)
        #expect(payload.summary == "Payment of 20.00 EUR to Wikimedia Foerdergesellschaft")
        #expect(payload.value("iban") == "DE33100205000001194700")
        #expect(payload.value("amount") == "20.00 EUR")
        #expect(payload.value("text") == "Spende")
        #expect(payload.notes.isEmpty)
        #expect(payload.warnings.isEmpty)
        #expect(payload.actions.allSatisfy { action in if case .open = action.effect { false } else { true } })
    }

    @Test(
        arguments: [
            ([1: "001", 4: "BFSWDE33BER"], [:], []), ([1: "001"], [:], ["no-bic"]),
            ([1: "003"], ["version": "not known"], []),
            ([6: "DE33100205000001194701"], ["iban": "check digits wrong"], []),
            ([6: "DE3310020500000119470"], ["iban": "wrong length: DE has 22 characters"], []),
            ([6: "US33100205000001194700"], ["iban": "no such country: US"], []),
            ([7: "EUR0.01"], [:], []), ([7: "EUR999999999.99"], [:], []), ([7: ""], [:], []),
            ([7: "EUR1000000000"], ["amount": "amount over the limit"], []),
            ([7: "EUR0"], ["amount": "amount under 0.01"], []), ([7: "EUR0.001"], ["amount": "not an amount"], []),
            ([7: "CHF20"], ["amount": "not in euros"], []), ([7: "20"], ["amount": "not in euros"], []),
            ([7: "EUR20,50"], ["amount": "not an amount"], []), ([4: "NOBANK"], ["bic": "not a bank's code"], []),
            ([2: "9"], ["charset": "not known"], []), ([8: "GDDSX"], ["purpose": "longer than 4 characters"], []),
            ([8: "CHAR"], [:], []), ([9: "RF18539007547034", 10: ""], [:], []),
            ([9: "RF19539007547034", 10: ""], ["reference": "check digits wrong"], []),
            ([9: "RF18539007547034"], [:], ["two-references"]), ([9: "INV-2026", 10: ""], [:], []),
            ([11: "For the payer"], [:], []), ([5: ""], [:], ["incomplete"]), ([6: ""], [:], ["incomplete"]),
            ([5: String(repeating: "x", count: 71)], ["name": "longer than 70 characters"], []),
            ([10: String(repeating: "x", count: 141)], ["text": "longer than 140 characters"], []),
            ([10: String(repeating: "x", count: 400)], ["text": "longer than 140 characters"], ["too-long"]),
            ([12: "thirteenth"], [:], ["too-long"]), ([3: "INST"], [:], []),
        ] as [([Int: String], [String: String], [String])])
    func checks(changes: [Int: String], notes: [String: String], warnings: [String]) {
        let payload = payment(changes)
        #expect(payload.kind == .payment)
        #expect(payload.notes == notes)
        #expect(payload.warningNames == warnings)
    }

    @Test func theCharsetByteDecides() {
        // Ž is BE in ISO-8859-15 and 8859-2 has it at AE; a reader guesses something else.
        for (charset, byte, letter) in [
            ("8", UInt8(0xB4), "Ž"), ("3", 0xAE, "Ž"), ("2", 0xE4, "ä"), ("6", 0xE1, "α"), ("5", 0xD0, "а"),
        ] {
            var bytes = Array("BCD\n002\n\(charset)\nSCT\n\n".utf8) + [byte]
            bytes += Array("\nDE33100205000001194700\nEUR20".utf8)
            let guess = String(decoding: bytes, as: UTF8.self)
            let payload = Payload.parse(
                SymbolContent(symbology: .qrCode, bytes: bytes, text: guess, charset: "windows-1252"))
            #expect(payload.value("name") == letter, "\(charset)")
        }
    }

    @Test(arguments: [
        "BCD", "BCD\n", "BCD\nfoo", "BCD\n002\n1\nXXX\n\nx\nDE33100205000001194700", "BCD 002 1 SCT",
        "ABCD\n002\n1\nSCT",
        "bcd\n002\n1\nSCT\n\nx\nDE33100205000001194700\n", "BCD\nabc\n1\nSCT\n\nx\ny", "BCDE\n002\n1\nSCT",
        "BCD\n02\n1\nSCT\n\nx\ny",
        "BCD\n\n002\n1\nSCT",
    ])
    func leavesWhatIsNone(text: String) {
        #expect(parseThen(text).kind == .text)
    }
}
