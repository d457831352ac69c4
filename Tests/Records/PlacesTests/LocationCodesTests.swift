import Testing

@testable import Places

@Suite struct LocationCodesTests {
    private func codes() throws -> LocationCodes {
        LocationCodes([
            try Place(id: "cellar", codes: ["SHELF-*", "4012345000009"]),
            try Place(id: "top", codes: ["SHELF-TOP-*", "DOOR"]),
            try Place(id: "late", codes: ["DOOR"]),
        ])
    }

    @Test(
        arguments: [
            ("SHELF-A4", "cellar", "A4"), ("SHELF-TOP-2", "top", "2"), ("DOOR", "top", nil),
            ("4012345000009", "cellar", nil),
            ("(414)4012345000009", "cellar", nil), ("(414)4012345000009(254)12/B", "cellar", "12/B"),
            ("SHELF- Ä", "cellar", "Ä"),
        ] as [(String, String, String?)])
    func textsOfLocations(text: String, place: String, shelf: String?) throws {
        #expect(try codes().location(of: text) == Location(place: place, shelf: shelf))
    }

    @Test(arguments: [
        "SHELF", "SHELF-", "DOOR ", "door", "4012345000016", "(414)4012345000016",
        "(01)04006381333931(414)4012345000009",
        "", "S\u{308}HELF-1",
    ])
    func otherTextsAreScans(text: String) throws { #expect(try codes().location(of: text) == nil) }

    @Test func withoutCodesNothingIsALocation() { #expect(LocationCodes().location(of: "SHELF-A4") == nil) }
}
