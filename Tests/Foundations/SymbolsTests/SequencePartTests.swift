import Foundation
import Symbols
import Testing

@Suite struct SequencePartTests {
    @Test(arguments: [
        (-1, -1), (-1, 0), (0, 0), (0, 1), (0, -1), (2, 2), (-1, 3), (3, 3), (0, 17), (Int.max, Int.max), (Int.min, 2),
        (Int.max, Int.min),
    ])
    func noPartHasSuchNumbers(_ index: Int, _ count: Int) {
        #expect(SequencePart(index: index, count: count, id: "") == nil)
    }

    @Test func aPartDescribesItsPosition() throws {
        #expect(SequencePart(index: 1, count: 3, id: "7")?.description == "part 2 of 3")
        #expect(SequencePart(index: 15, count: nil, id: "")?.description == "part 16")
        #expect(SequencePart(index: 16, count: nil, id: "") == nil)
        #expect(SequencePart(index: 0, count: 2, id: String(repeating: "x", count: 65)) == nil)
    }

    @Test func jsonIsCheckedAsEverythingElse() throws {
        let part = try #require(SequencePart(index: 1, count: 3, id: "7"))
        #expect(try JSONDecoder().decode(SequencePart.self, from: JSONEncoder().encode(part)) == part)
        for wrong in [#"{"index":3,"count":3,"id":""}"#, #"{"index":0,"count":1,"id":""}"#, #"{"index":0,"count":2}"#] {
            #expect(throws: DecodingError.self) {
                try JSONDecoder().decode(SequencePart.self, from: Data(wrong.utf8))
            }
        }
    }
}
