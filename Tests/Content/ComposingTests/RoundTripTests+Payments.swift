import Payloads
import Symbols
import Testing

@testable import Composing

extension RoundTripTests {
    @Test func swissBills() throws {
        try check("swiss") { random in
            let isQR = random.chance(50)
            let iban = random.iban("CH", (isQR ? "31999" : "00762") + random.digits(12))
            let (name, payer, text) = (random.line(35, .latin), random.line(35, .latin), random.line(60, .latin))
            let reference = isQR ? "21000000000313947143000901" : random.pick(["", "RF18539007547034"])
            return Sample(
                [
                    "name": name, "postal-code": "2501", "city": random.line(17, .latin), "iban": iban,
                    "amount": "1949.75", "debtor-name": payer, "debtor-postal-code": "9400",
                    "debtor-city": "Rorschach", "reference": reference, "message": text,
                ], .payment,
                [
                    "name": [name], "iban": [iban], "amount": ["1949.75 CHF"], "debtorName": [payer], "text": [text],
                    "referenceType": [isQR ? "QRR" : reference.isEmpty ? "NON" : "SCOR"],
                    "reference": reference.isEmpty ? [] : [isQR ? reference + "7" : reference],
                    "format": ["Swiss QR-bill"],
                ])
        }
    }

    @Test func upiPayments() throws {
        try check("upi") { random in
            let (name, text, number) = (random.line(80), random.line(80), random.line(30))
            return Sample(
                ["upi-address": "ada.l@bank", "name": name, "amount": "12.5", "message": text, "reference": number],
                .payment,
                [
                    "name": [name], "address": ["ada.l@bank"], "amount": ["12.50 INR"], "text": [text],
                    "reference": [number], "format": ["UPI"],
                ])
        }
    }

    @Test func cryptoPayments() throws {
        try check("crypto") { random in
            let address = random.pick([
                "1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa", "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4",
            ])
            let (name, text) = (random.line(80), random.line(80))
            return Sample(
                ["address": address, "amount": "0.015", "name": name, "message": text], .crypto,
                ["address": [address], "label": [name], "text": [text]])
        }
    }
}
