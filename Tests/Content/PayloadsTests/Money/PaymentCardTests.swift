import Symbols
import Testing

@testable import Payloads

@Suite struct PaymentCardTests {
    private func parse(_ text: String) -> Payload {
        Payload.parse(SymbolContent(symbology: .qrCode, text: text))
    }

    /// Numbers that the networks publish for tests.
    @Test(arguments: [
        "%B4111111111111111^LOVELACE/ADA^27121010000000000?", ";5555555555554444=27121010000000000?",
        "4111 1111 1111 1111", "5555-5555-5555-4444", "3782 822463 10005", "6011 1111 1111 1117", "3056 930902 5904",
        "%B378282246310005^A/B^2712?;378282246310005=2712?", ";6304000000000000==?",
    ])
    func cardsAreTold(text: String) throws {
        let payload = parse(text)
        #expect(payload.kind == .paymentCard, "\(text)")
        #expect(payload.summary.hasPrefix("Payment card ending in "))
        let number = try #require(payload.fields.first { $0.key == "number" })
        #expect(number.isSecret && number.value.allSatisfy(\.isWholeNumber))
        #expect(payload.summary.hasSuffix(String(number.value.suffix(4))))
        for field in payload.fields where !field.isSecret { #expect(!field.value.contains(number.value)) }
    }

    @Test func nameAndExpiryAreTold() {
        let fields = parse("%B4111111111111111^LOVELACE/ADA^27121010000000000?").fields
        #expect(fields.first { $0.key == "name" }?.value == "LOVELACE/ADA")
        #expect(fields.first { $0.key == "expires" }?.value == "2027-12")
    }

    @Test(arguments: [
        // Check digits, lengths and first digits that no card has; other groups; bare numbers, which are serial numbers.
        "4111 1111 1111 1112", "9111 1111 1111 1111", "4111111111111111", "41111 1111 1111 111", "4111 1111-1111 1111",
        "4111 1111 1111", "%B4111111111111111^LOVELACE/ADA^2713?", "%B4111111111111111?", ";4111111111111111?",
        ";4111111111111112=2712?", "0000 0000 0000 0000", "1234 5678 9012 3456", "+41 11 11 11 11",
    ])
    func othersAreNot(text: String) {
        #expect(parse(text).kind != .paymentCard, "\(text)")
    }

    @Test func theyAreNotKeptUnlessAskedFor() {
        #expect(PayloadKind.paymentCard.mayHoldSecret && !PayloadKind.paymentCard.isKeptByDefault)
    }
}
