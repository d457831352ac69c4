import SeededRandomness
import Symbols
import Testing

@testable import History

/// A page of a list is what stands there in the whole list.
@Suite struct HistoryPageTests {
    @Test(arguments: HistorySort.allCases, [true, false])
    func aPageIsAPartOfTheList(sort: HistorySort, newestFirst: Bool) throws {
        let store = try HistoryStore.inMemory(called: "pages \(sort) \(newestFirst)")
        for index in 0..<90 {
            _ = try store.add(scan("item \(index % 7) \(index)", at: 1_000 + Double(index / 3)))
        }
        var generator = SplitMix(state: 3)
        for text in ["", "item 3", "nothing"] {
            let selection = HistorySelection.matching(text)
            let all = try store.entries(of: selection, sort: sort, newestFirst: newestFirst)
            for _ in 0..<30 {
                let limit = Int.random(in: 1...40, using: &generator)
                let index = Int.random(in: -5...100, using: &generator)
                var places: [HistoryPage.Place] = [.first, .last, .index(index)]
                if sort == .time, let entry = all.randomElement(using: &generator) {
                    let before = Int.random(in: 0...20, using: &generator)
                    places += [.position(entry.position), .position(entry.position, before: before)]
                    let page = try store.page(
                        of: selection, sort: sort, newestFirst: newestFirst, at: places[4],
                        limit: max(limit, before + 1))
                    #expect(page.entries.contains(entry))
                }
                for place in places {
                    let page = try store.page(
                        of: selection, sort: sort, newestFirst: newestFirst, at: place, limit: limit)
                    #expect(page.total == all.count)
                    #expect(page.entries.count == min(limit, all.count))
                    let end = page.firstIndex + page.entries.count
                    #expect(page.entries == Array(all[page.firstIndex..<end]), "\(place) \(limit)")
                }
            }
        }
    }
}
