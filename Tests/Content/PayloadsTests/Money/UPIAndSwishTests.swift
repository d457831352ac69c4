import Testing

@testable import Payloads

@Suite struct UPITests {
    @Test func readsTheSample() {
        let payload = parse("upi://pay?pa=nadeem@npci&pn=nadeem%20chinna&am=10&cu=INR")
        #expect(payload.kind == .payment)
        #expect(payload.summary == "Payment of 10 INR to nadeem chinna")
        #expect(payload.value("address") == "nadeem@npci")
        #expect(payload.notes.isEmpty)
        #expect(payload.opened.isEmpty)
    }

    @Test(
        arguments: [
            ("upi://pay?pa=a.b-c@bank&tn=x&tr=1&mc=5411", [:]), ("UPI://PAY?PA=a@b", [:]),
            ("upi://mandate?pa=a@b&am=1.50", [:]),
            ("upi://pay?pa=nobody", ["address": "not a UPI address"]),
            ("upi://pay?pa=a@b@c", ["address": "not a UPI address"]),
            ("upi://pay?pa=@b", ["address": "not a UPI address"]),
            ("upi://pay?pa=a@b&am=ten", ["amount": "not an amount"]),
            ("upi://pay?pa=a@b&am=0", ["amount": "amount of zero"]),
            ("upi://pay?pa=a@b&am=-5", ["amount": "not an amount"]),
            ("upi://pay?pa=a@b&cu=USD", ["currency": "not INR"]),
            ("upi://pay?pa=a@b&am=1.005", ["amount": "not an amount"]),
        ] as [(String, [String: String])])
    func checks(text: String, notes: [String: String]) {
        #expect(parse(text).kind == .payment)
        #expect(parse(text).notes == notes)
    }

    @Test(arguments: [
        ("upi://pay", "Payment"), ("upi://pay?", "Payment"), ("UPI://pay?pn=Ada", "Payment to Ada"),
        ("upi://pay?pa=", "Payment"), ("upi://pay?pa=&am=10", "Payment of 10 INR"),
    ])
    func aMissingAddressIsSaid(text: String, summary: String) {
        let payload = parse(text)
        #expect(payload.kind == .payment)
        #expect(payload.summary == summary)
        #expect(payload.value("address") == nil)
        #expect(payload.warningNames == ["missing-fields"])
        #expect(payload.opened.isEmpty && payload.handedOver.isEmpty)
    }

    @Test(arguments: ["upi:", "upi://", "upi is new", "upi:pay?pa=a@b", "upi:// is new"])
    func leavesWhatIsNone(text: String) { #expect(parse(text).kind == .text) }
}

@Suite struct SwishTests {
    /// Getswish, QR code encoding specification, 6.1.
    @Test(arguments: [
        ("C123456789;100;meddelande;6", "100.00 SEK", "meddelande", "amount, message"),
        ("C1237856901;100,00;12229445;0", "100.00 SEK", "12229445", "nothing"),
        ("C1237856901;100,00;12229445", "100.00 SEK", "12229445", "nothing"),
        ("C1231231231;;;6", nil, nil, "amount, message"), ("C1231231231;10.5;a%20b;2", "10.50 SEK", "a b", "amount"),
        ("C+46701234567;1;x;7", "1.00 SEK", "x", "payee, amount, message"),
    ])
    func reads(text: String, amount: String?, message: String?, editable: String) {
        let payload = parse(text)
        #expect(payload.kind == .payment)
        #expect(payload.value("amount") == amount)
        #expect(payload.value("text") == message)
        #expect(payload.value("editable") == editable)
        #expect(payload.notes.isEmpty)
    }

    @Test func whatIsWrongIsSaid() {
        #expect(parse("C1231231231;0;x;0").note("amount") == "amount of zero")
        #expect(parse("C1231231231;1.2.3;x;0").note("amount") == "not an amount")
        #expect(
            parse("C1231231231;1;\(String(repeating: "x", count: 51));0").note("text") == "longer than 50 characters")
    }

    @Test(arguments: [
        "C123", "C1231231231", "C1231231231;100", "c1231231231;100;x;0", "C12312x1231;100;x;0", "C1231231231;ten;x;0",
        "C1231231231;100;x;8", "C1231231231;100;x;y", "C1231231231;100;x;0;1", "C12345678901234567;1;x;0",
        "D1231231231;1;x;0",
        "C;1;x;0", "CAT;DOG;BIRD;1",
    ])
    func leavesWhatIsNone(text: String) { #expect(parse(text).kind == .text) }
}
