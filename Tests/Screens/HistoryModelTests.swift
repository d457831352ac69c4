import Foundation
import Screens
import SeededRandomness
import Testing

/// The rows that are loaded of a list of scans are always those of the list at their place.
@Suite struct HistoryModelTests {
    private func rows(_ ids: some Sequence<Int64>) -> [HistoryRow] {
        ids.map { HistoryRow(id: $0, time: Samples.time + Double($0), symbology: .code128, summary: "A\($0)") }
    }

    private func check(_ model: HistoryModel, is list: [Int64], _ what: String) {
        #expect(model.total == list.count, "\(what)")
        let end = model.firstIndex + model.rows.count
        #expect(model.rows.count <= HistoryModel.maximumRows && end <= list.count, "\(what)")
        guard end <= list.count else { return }
        #expect(model.rows.map(\.id) == Array(list[model.firstIndex..<end]), "\(what)")
        #expect(model.hasPreceding == (model.firstIndex > 0) && model.hasFollowing == (end < list.count), "\(what)")
    }

    @Test func aWindowMovesOverALongList() {
        var list = Array((1...20_000).reversed().map(Int64.init))
        var model = HistoryModel()
        model.replace(rows(list.prefix(300)), total: list.count)
        var generator = SplitMix(state: 11)
        for step in 0..<2_000 {
            let end = model.firstIndex + model.rows.count
            switch Int.random(in: 0..<8, using: &generator) {
            case 0...2: model.append(rows(list[end..<min(end + 300, list.count)]))
            case 3...4 where model.hasPreceding:
                model.insert(preceding: rows(list[max(0, model.firstIndex - 300)..<model.firstIndex]))
            case 5:
                list.insert(Int64(20_001 + step), at: 0)
                model.prepend(rows([list[0]])[0])
            case 6:
                let id = model.rows.randomElement(using: &generator)?.id ?? 0
                list.removeAll { $0 == id }
                model.remove(id: id)
            default:
                let first = Int.random(in: 0...(list.count - 300), using: &generator)
                model.replace(rows(list[first..<(first + 300)]), total: list.count, firstIndex: first)
            }
            check(model, is: list, "step \(step)")
        }
    }

    @Test func whatOthersDeletedAtTheEndsIsNotCounted() {
        var model = HistoryModel()
        model.replace(rows(101...200), total: 400, firstIndex: 150)
        model.append([])
        check(model, is: Array(-49...200), "nothing follows")
        model.insert(preceding: [])
        check(model, is: Array(101...200), "nothing precedes")
        model.replace(rows(101...200), total: 400, firstIndex: 150)
        // Others came before them.
        model.insert(preceding: rows(-149...100))
        #expect(model.firstIndex == 0 && model.total == 500)
    }

    @Test func scansThatComeWhileTheListIsReadStayOnTop() {
        var model = HistoryModel()
        model.replace(rows([3, 2, 1]), total: 3)
        model.prepend(rows([4])[0])
        model.refresh(rows([3, 2]), total: 2, since: 3)
        check(model, is: [4, 3, 2], "one came, one went")
        // Where the newest is not shown, it is only counted.
        model.refresh(rows([2]), total: 3, firstIndex: 2, since: 3)
        check(model, is: [4, 3, 2], "elsewhere")
    }

    @Test func marksLastWhenTheirRowsAreLeftOut() {
        var screen = HistoryScreen()
        var model = AppModel()
        model.history.replace(rows((1...300).reversed()), total: 20_000)
        _ = screen.handle(.mark, model: model)
        model.history.replace(rows((5_001...5_300).reversed()), total: 20_000, firstIndex: 14_700)
        _ = screen.handle(.mark, model: model)
        let marked = screen.handle(.export, model: model)
        #expect(marked == [.export(.ask(.marked([5_299, 300])))], "\(marked)")
        // What is not found is not meant.
        model.history.replace(rows([7]), total: 1, search: "seven")
        #expect(screen.handle(.export, model: model) == [.export(.ask(.found("seven")))])
    }
}
