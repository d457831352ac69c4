import Testing

@testable import Payloads

@Suite struct InventoryCodeTests {
    @Test(
        arguments: [
            ("grcy:p:13:60bf8b5244b04", "Grocy product 13", "60bf8b5244b04"), ("grcy:b:7", "Grocy battery 7", nil),
            ("web+spoolman:s-12", "Spoolman spool 12", nil), ("WEB+SPOOLMAN:S-12", "Spoolman spool 12", nil),
            (#"{"stockitem": 7}"#, "InvenTree stock item 7", nil), (#"{"part":1}"#, "InvenTree part 1", nil),
            ("INV-SL42", "InvenTree stock location 42", nil),
        ] as [(String, String, String?)])
    func reads(text: String, summary: String, entry: String?) {
        let payload = parse(text)
        #expect(payload.kind == .inventory)
        #expect(payload.summary == summary)
        #expect(payload.value("entry") == entry)
    }

    @Test(arguments: [
        "grcy:", "grcy:p", "grcy:p:", "grcy:q:1", "grcy:p:x", "web+spoolman:s", "web+spoolman:x-1", "web+spoolman:s-",
        #"{"part":-1}"#, #"{"part":"1"}"#, #"{"part":1,"more":2}"#, #"{"piece":1}"#, "INV-XX1", "INV-PA",
        "INV-2024-001",
        "INV-PA1234567890123456789",
    ])
    func leavesOtherTexts(text: String) { #expect(parse(text).kind != .inventory) }

    /// An asset's address stays a web address.
    @Test func homeboxAddressesNameTheirAsset() {
        let payload = parse("https://home.example/a/000-017")
        #expect(payload.kind == .url)
        #expect(payload.value("asset") == "000-017")
        #expect(parse("https://home.example/a/about").value("asset") == nil)
        #expect(parse("https://home.example/b/000-017").value("asset") == nil)
    }
}
