import Symbols
import Testing

@testable import Payloads

@Suite struct CouponTests {
    /// Element strings of coupons and what they tell.
    static let coupons: [(text: String, key: String, value: String)] = [
        // North American Coupon Application Guideline, its first example's structure.
        ("(8110)106141416543213150110120", "companyPrefix", "0614141"),
        ("(8110)106141416543213150110120", "offerCode", "654321"),
        ("(8110)106141416543213150110120", "saves", "$1.50"),
        ("(8110)106141416543213150110120", "purchases", "1 item, family 120"),
        ("(8110)012345612345611110123", "companyPrefix", "123456"), ("(8110)012345612345611110123", "saves", "$0.01"),
        ("(8110)0123456123456111101233270101", "expiry", "2027-01-01"),
        ("(8110)0123456123456111101234261201", "starts", "2026-12-01"),
        ("(8110)01234561234561111012350123456", "serial", "123456"),
        ("(8110)01234561234561111012361" + "1234567", "retailer", "1234567"),
        ("(8110)0123456123456111101239" + "5001", "saves", "1 %"),
        ("(8110)0123456123456111101239" + "2000", "saves", "1 free item"),
        ("(8110)0123456123456111101239" + "0001", "multiplies", "not allowed"),
        ("(8112)001234561234560123456", "companyPrefix", "123456"),
        ("(8112)001234561234560123456", "offerCode", "123456"),
        ("(8112)001234561234560123456", "serial", "123456"), ("(255)9521101530001123", "gcn", "9521101530001123"),
    ]

    @Test(arguments: coupons.indices) func couponsTellWhatTheySave(index: Int) {
        let (text, key, value) = Self.coupons[index]
        let raw = text.filter { !"()".contains($0) }
        let payload = parse(raw, .dataBarExpanded, "]e0")
        #expect(payload.kind == .coupon, "\(text)")
        #expect(payload.value(key) == value, "\(text): \(payload.fields.map { "\($0.key)=\($0.value)" })")
        #expect(payload.warnings.isEmpty, "\(payload.warnings)")
    }

    @Test(arguments: [
        "1061414165432131501101", "71061414165432131501101", "1061414165432103150110120", "106141416543213150510120",
        "0123456123456111101233271301", "01234561234561111012332701014270201", "012345612345611110123612345",
        "01234561234561111012393000", "01234561234561111012390300", "01234561234561111012390002",
        "0123456123456111101237",
    ])
    func brokenCouponsAreToldToBe(code: String) {
        let payload = parse("8110" + code, .dataBarExpanded, "]e0")
        #expect(payload.kind == .coupon)
        #expect(payload.note("coupon") == "coupon data wrong")
        #expect(payload.value("saves") == nil)
        #expect(payload.warningNames == ["gs1-wrong"])
    }

    @Test func secondAndThirdPurchasesAreTold() throws {
        let second = "1" + "0" + "11" + "0" + "456" + "9"
        let third = "2" + "11" + "0" + "789" + "0123456"
        let payload = parse("8110" + "012345612345611110123" + second + third, .dataBarExpanded, "]e0")
        #expect(
            payload.values("purchases") == [
                "1 item, family 123", "1 item, family 456", "1 item, family 789 of company 123456",
            ])
        #expect(payload.value("purchaseRule") == "any of these")
        #expect(payload.summary == "saves $0.01, offer 123456")
    }

    @Test func anExpiredCouponIsToldToBe() {
        let payload = parse("81100123456123456111101233240101", .dataBarExpanded, "]e0")
        #expect(payload.note("expiry") == "expired 2024-01-01, 2 years ago")
    }
}
