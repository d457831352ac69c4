import Testing

@testable import Printing

@Suite struct OutlinedTextTests {
    @Test(arguments: ["مرحبا", "日本語", "Łukasz"]) func anyScriptIsDrawn(text: String) throws {
        let line = try #require(OutlinedText(text, size: 10, room: 500))
        #expect(line.size > 5)
        #expect(line.size <= 10)
    }

    @Test func aLongLineIsSmallerAndATooLongOneIsNotDrawn() throws {
        let room = 100.0
        let usual = try #require(OutlinedText("ŁŁŁŁ", size: 10, room: room)).size
        #expect(try #require(OutlinedText(String(repeating: "Ł", count: 18), size: 10, room: room)).size < usual)
        #expect(OutlinedText(String(repeating: "Ł", count: 200), size: 10, room: room) == nil)
        #expect(OutlinedText(String(repeating: "Ł", count: 5000), size: 10, room: room) == nil)
    }
}
