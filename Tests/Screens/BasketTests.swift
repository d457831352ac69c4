import Foundation
import Testing

@testable import Screens

/// Prices as people write them, and their sum.
@Suite struct BasketTests {
    @Test(arguments: [
        ("1.20", "1.20", ""), ("1,20 €", "1.20", "€"), ("€1.20", "1.20", "€"), ("EUR 1 200,50", "1200.50", "EUR"),
        ("1,200", "1200.00", ""), ("1.234.567", "1234567.00", ""), ("1'200.5 CHF", "1200.50", "CHF"),
        ("12", "12.00", ""),
        ("0.125", "0.13", ""), ("1,234.50", "1234.50", ""),
    ]) func pricesAreRead(price: String, number: String, currency: String) throws {
        let amount = try #require(Basket.amount(price))
        #expect(Basket.text(amount.number) == number)
        #expect(amount.currency == currency)
    }

    @Test(arguments: ["", "free", "€", "1.20 each or 2 for 2.00", "1234567890123456789012"])
    func whatIsNoPriceHasNoAmount(price: String) { #expect(Basket.amount(price) == nil) }

    @Test func piecesAreCountedAndSummed() {
        var basket = Basket()
        #expect(basket.sum == nil && basket.isEmpty)
        for _ in 0..<3 { basket.add(code: "1", title: "Lamp", price: "0.10 €") }
        basket.add(code: "2", title: "", price: "2,00 €")
        basket.add(code: "3", title: "Gift", price: nil)
        #expect(basket.pieces == 5 && basket.lines.count == 3)
        #expect(basket.sum == "2.30 €")
        #expect(basket.piecesWithoutPrice == 1)
        #expect(basket.receipt(place: "Market", time: "2026-11-28 10:00").hasSuffix("1 × Gift  -\n\nSum  2.30 €"))
        #expect(basket.rows[1] == ["1", "Lamp", "3", "0.10 €", "0.30"])
        basket.add(code: "4", title: "Abroad", price: "$1")
        #expect(basket.sum == nil)
    }
}
